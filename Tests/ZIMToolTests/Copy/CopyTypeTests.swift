import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Types of the source that a server has already: they are used where they are the same, and refused otherwise.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyTypeTests {
    private static let types = [
        "CREATE TYPE mood AS ENUM ('sad', 'it''s ok')",
        "CREATE DOMAIN code AS varchar(5) DEFAULT 'a' NOT NULL CONSTRAINT z CHECK (VALUE IN ('a', 'b')) CONSTRAINT b CHECK (length(VALUE) > 0)",
        "CREATE TYPE place AS (street text, no code, mood mood)",
        "CREATE TYPE span AS RANGE (subtype = float8, subtype_diff = float8mi)",
    ]
    private static let table = """
        CREATE TABLE t (a int, b code, m mood, p place, s span, ms mood[], PRIMARY KEY (a, b));
        INSERT INTO t VALUES (1, 'a', 'sad', ROW('Elm', 'b', 'sad'), '[1,2]', '{sad}')
        """

    private func source() throws -> ServerScratch {
        let server = try ServerScratch()
        try server.execute((Self.types + [Self.table]).joined(separator: ";"))
        return server
    }

    private func copy(_ source: ServerScratch, to target: ServerScratch) throws -> CopyReport {
        try DatabaseCopy(from: source.database, to: .server(target.database)).run()
    }

    /// Those that somebody made, and those that a copy made, whose conditions the server prints in other words.
    @Test func theSameTypes() throws {
        let (source, target, third) = (try source(), try ServerScratch(), try ServerScratch())
        try target.execute(Self.types.joined(separator: ";"))
        #expect(try copy(source, to: target).rows == 1)
        #expect(try copy(source, to: third).rows == 1)
        try third.execute("DROP TABLE t")
        #expect(try copy(source, to: third).rows == 1)
        try source.execute("DROP TABLE t")
        #expect(try copy(third, to: source).rows == 1)
        #expect(try third.rows("SELECT b, m::text, (p).no FROM t") == [["a", "sad", "b"]])
    }

    @Test(arguments: [
        (
            0, "CREATE TYPE mood AS ENUM ('it''s ok', 'sad')", "mood of the source is ENUM ('sad', 'it''s ok')",
            "it is ENUM ('it''s ok', 'sad')"
        ),
        (
            1, "CREATE DOMAIN code AS varchar(5) DEFAULT 'a' NOT NULL CHECK (length(VALUE) > 1)",
            "code of the source is character varying(5) DEFAULT 'a'::character varying NOT NULL CHECK (length(VALUE::text) > 0) CHECK (",
            "it is character varying(5) DEFAULT 'a'::character varying NOT NULL CHECK (length(VALUE::text) > 1)"
        ),
        (
            2, "CREATE TYPE place AS (street text, no code)",
            "place of the source is (street text, no code, mood mood)", "it is (street text, no code)"
        ),
        (
            3, "CREATE TABLE span (a int)",
            "span of the source is RANGE (SUBTYPE = double precision, SUBTYPE_DIFF = float8mi)", "it is of another kind"
        ),
    ])
    func anotherType(_ number: Int, _ other: String, _ own: String, _ found: String) throws {
        let (source, target) = (try source(), try ServerScratch())
        try target.execute((Self.types.prefix(number) + [other]).joined(separator: ";"))
        let before = try target.contents
        let error = #expect(throws: ToolError.self) {
            var options = CopyOptions()
            options.intoExisting = true
            _ = try DatabaseCopy(from: source.database, to: .server(target.database), options: options).run()
        }
        #expect(error?.message.hasPrefix("nothing was copied: the type \(own)") == true, "\(error?.message ?? "")")
        #expect(
            error?.message.hasSuffix(", in \(target.database.location) \(found)") == true, "\(error?.message ?? "")")
        #expect(try target.contents == before)
    }
}
