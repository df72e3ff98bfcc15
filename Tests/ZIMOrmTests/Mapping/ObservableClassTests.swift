import Foundation
import Observation
import TestServer
import Testing
import ZIMOrm

/// The macro keeps each property in one with an underscore; to ZIM it has the name that it was declared with.
@Suite(.eachEngine) struct ObservableClassTests {
    @Observable final class User: Model {
        var userID = 0
        var town = 0
        var userName = ""
        override class var table: String { "user" }
        override class var primaryKey: [String] { ["userID", "town"] }
        override class var columns: [Column] {
            [
                Column("user_id", \User.userID), Column("town", \User.town), Column("user_name", \User.userName),
            ]
        }
    }
    @Observable class Reflected: Model {
        var id = 0
        var town = 0
        var name = ""
        @ObservationIgnored var _raw = 5
        override class var table: String { "observed" }
        override class var primaryKey: [String] { ["id", "town"] }
        override class var ignoredProperties: Set<String> { ["_raw"] }
    }
    class Plain: Reflected { var _kept = 3 }
    @Observable class Base: Model {
        var id = 0
        var town = 0
        @ObservationIgnored var _raw = 5
        override class var table: String { "observed" }
        override class var primaryKey: [String] { ["id", "town"] }
    }
    class Derived: Base { override class var ignoredProperties: Set<String> { ["_raw"] } }
    @Observable final class Again: Reflected {
        var _kept = 3
        var note = ""
    }

    private func json(_ model: Model) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(model), as: UTF8.self)
    }

    @Test func listedColumns() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "user" (user_id INTEGER, town INTEGER, user_name VARCHAR(9), PRIMARY KEY (user_id, town));
            INSERT INTO "user" VALUES (1, 2, 'Ada');
            """)
        try database.write { session in
            let user = try #require(try session.find(User.self, 1, 2))
            #expect(try json(user) == #"{"town":2,"userID":1,"userName":"Ada"}"#)
            let json = Data(#"{"userName":"Bob"}"#.utf8)
            #expect(try user.apply(json: json, allowing: ["userName"]) == ["user_name"])
            try session.save(user)
            let query = try session.query(User.self)
            #expect(try query.filter(\.userName == "Bob").count() == 1)
            #expect(try query.filter("userName = \("Bob")").orderBy("userName").count() == 1)
        }
    }

    @Test func reflectedProperties() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE observed (id INTEGER, town INTEGER, name VARCHAR(9), _kept INTEGER, note VARCHAR(9), PRIMARY KEY (id, town));
            INSERT INTO observed VALUES (1, 2, 'Ada', 7, 'n');
            """)
        try database.write { session in
            let model = try #require(try session.find(Reflected.self, 1, 2))
            #expect(try json(model) == #"{"id":1,"name":"Ada","town":2}"#)
            model.name = "Bob"
            try session.save(model)
            #expect(try session.query(Reflected.self).filter(\.name == "Bob").count() == 1)
            let plain = try #require(try session.find(Plain.self, 1, 2))
            #expect(try json(plain) == #"{"_kept":7,"id":1,"name":"Bob","town":2}"#)
            let derived = try #require(try session.find(Derived.self, 1, 2))
            #expect(try json(derived) == #"{"id":1,"town":2}"#)
            let again = try #require(try session.find(Again.self, 1, 2))
            #expect(try json(again) == #"{"_kept":7,"id":1,"name":"Bob","note":"n","town":2}"#)
            #expect(try session.query(Again.self).filter(\._kept == 7 && \.note == "n" && \.name == "Bob").count() == 1)
        }
    }
}
