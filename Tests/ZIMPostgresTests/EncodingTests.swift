#if PostgreSQL
    import TestServer
    import Testing
    import ZIMOrm
    import ZIMPostgres

    /// Databases that hold texts in another encoding than UTF-8.
    @Suite(.server) struct EncodingTests {
        final class Person: Model {
            var area = 0, number = 0
            var name: String?
            override class var table: String { "person" }
            override class var primaryKey: [String] { ["area", "number"] }
        }

        static let script = """
            SET client_encoding = 'UTF8';
            CREATE TABLE person (area int, number int, name text, PRIMARY KEY (area, number));
            INSERT INTO person VALUES (1, 1, 'Müller'), (1, 2, E'M\\xfcller'), (1, 3, NULL);
            """

        /// SQL_ASCII knows no encoding: what is not UTF-8 is read as its bytes, and harms no other row.
        @Test func textsThatAreNotUTF8AreBytes() throws {
            let server = try #require(TestServer.shared)
            let database = try Database(url: server.makeDatabase(Self.script, encoding: "SQL_ASCII"))
            let latin = SQLValue.blob([0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72])
            let names = try database.read { try $0.rows("SELECT name FROM person ORDER BY number").map(\.values) }
            #expect(names == [["Müller"], [latin], [.null]])
            let bytes = try database.read {
                try $0.value("SELECT name FROM person WHERE number = 2", as: [UInt8].self)
            }
            #expect(bytes == [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72])
            try database.write { session in
                let first = try #require(try session.find(Person.self, 1, 1))
                #expect(first.name == "Müller")
                first.name = "Ünal"
                try first.save()
                let refused = #expect(throws: (any Error).self) { try session.find(Person.self, 1, 2) }
                let message = refused.map { "\($0)" } ?? ""
                #expect(
                    message
                        == "value: \"person\".\"name\" of the row area = …, number = …: blob … of 6 bytes cannot be read as "
                        + "`String?`: it is not valid UTF-8")
            }
            let after = try database.read { try $0.rows("SELECT name FROM person ORDER BY number").map(\.values) }
            #expect(after == [["Ünal"], [latin], [.null]])
        }

        /// The server converts what it can, and says where it cannot; nothing is written then.
        @Test func latinDatabasesAreConverted() throws {
            let server = try #require(TestServer.shared)
            let database = try Database(url: server.makeDatabase(Self.script, encoding: "LATIN1"))
            let names = try database.read { try $0.rows("SELECT name FROM person ORDER BY number").map(\.values) }
            #expect(names == [["Müller"], ["Müller"], [.null]])
            let refused = #expect(throws: DatabaseError.self) {
                try database.write { session in
                    let third = try #require(try session.find(Person.self, 1, 3))
                    third.name = "Łukasz"
                    try third.save()
                }
            }
            #expect(refused?.code == .value)
            #expect(refused?.message.contains("has no equivalent in encoding") == true, "\(refused?.message ?? "")")
            let kept = try database.read { try $0.value("SELECT name FROM person WHERE number = 3", as: String?.self) }
            #expect((kept ?? nil) == nil)
        }
    }
#endif
