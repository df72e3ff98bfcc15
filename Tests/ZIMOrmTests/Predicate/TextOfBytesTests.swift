import Foundation
import TestServer
import Testing

@testable import ZIMOrm

private class Parcel: ZIMOrmModel {
    var id = 0; var code = ""; var other: UUID?; var data: Data?
    override class var table: String { "parcel" }
    override class var primaryKey: [String] { ["id"] }
}

/// Patterns on columns that hold no text: a server's UUIDs are compared as theirs, bytes are refused.
@Suite(.eachEngine) struct TextOfBytesTests {
    private let database: Database

    init() throws {
        let uuid = ServedEngine.on(sqlite: "TEXT", postgreSQL: "UUID", mariaDB: "UUID")
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE parcel (id INTEGER PRIMARY KEY, code \(ServedEngine.isMySQL ? "CHAR(36)" : uuid) NOT NULL,
                other \(ServedEngine.isMySQL ? "CHAR(36)" : uuid), data \(ServedEngine.on(sqlite: "BLOB", postgreSQL: "BYTEA", mariaDB: "BLOB")));
            INSERT INTO parcel VALUES (1, 'abc3a3e7-0000-4000-8000-000000000001', 'abc3a3e7-0000-4000-8000-000000000002', NULL);
            INSERT INTO parcel VALUES (2, 'cdc3a3e7-0000-4000-8000-000000000001', NULL, NULL)
            """)
    }

    @Test func theTextOfAUUID() throws {
        try database.read { session in
            let all = try session.query(Parcel.self).orderBy(\.id)
            func found(_ filter: PredicateText) throws -> [Int] { try all.filter(filter).all().map(\.id) }
            #expect(try found("code BEGINSWITH 'abc3'") == [1])
            #expect(try found("code LIKE 'cdc3%'") == [2])
            #expect(try found("code CONTAINS 'C3A3'") == [])
            #expect(try found("code CONTAINS[c] 'C3A3'") == [1, 2])
            #expect(try found("other ENDSWITH '2'") == [1])
            #expect(try all.filter(.beginsWith(\.other, "abc")).all().map(\.id) == [1])
            #expect(try all.filter(.like(\.other, "abc%")).all().map(\.id) == [1])
        }
    }

    @Test func bytesAreRefused() throws {
        try database.read { session in
            let all = try session.query(Parcel.self)
            let filters: [PredicateText] = ["data CONTAINS 'a'", "data LIKE 'a%'", "NOT data BEGINSWITH[c] 'a'"]
            let queries =
                filters.map { all.filter($0) } + [all.filter(.endsWith(\.data, "a")), all.filter(.like(\.data, "a"))]
            for query in queries {
                let error = #expect(throws: ModelError.self) { try query.all() }
                #expect(error?.code == .formMissing && error?.column == "data")
                #expect(error?.message == #""parcel"."data" holds bytes, so rows cannot be found by a part of a text"#)
            }
            #expect(try all.count() == 2)
        }
    }
}
