#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMMySQL

    /// BIT columns, and expressions of them, of which MariaDB sends digits to prepared statements and bits to cursors.
    @Suite(.server) struct BitTests {
        private final class Door: Model {
            var house = 0, number = 0, isOpen: Bool?, flags: Int?, mask: UInt64?
            override class var table: String { "door" }
            override class var primaryKey: [String] { ["house", "number"] }
            override class var isAutoIncremented: Bool { false }
            override class var columns: [Column] {
                [
                    Column("house", \Door.house), Column("number", \Door.number), Column("open", \Door.isOpen),
                    Column("flags", \Door.flags), Column("mask", \Door.mask),
                ]
            }
        }

        private static let script = """
            CREATE TABLE door (house INT, number INT, `open` BIT(1), flags BIT(8), mask BIT(64), PRIMARY KEY (house, number));
            INSERT INTO door VALUES (1, 1, 1, 53, 18446744073709551615), (1, 2, 0, 5, 12345678), (2, 1, NULL, 200, 3978425819141910832),
                (2, 2, NULL, NULL, NULL)
            """

        @Test func columns() throws {
            let database = try Server.database(Self.script)
            try database.read { session in
                let doors = try session.query(Door.self).orderByKey().all()
                #expect(doors.map(\.isOpen) == [true, false, nil, nil])
                #expect(doors.map(\.flags) == [53, 5, 200, nil])
                #expect(doors.map(\.mask) == [.max, 12_345_678, 3_978_425_819_141_910_832, nil])
                let rows = try session.rows(
                    "SELECT `open`, flags FROM door GROUP BY house, number, `open`, flags ORDER BY house, number")
                #expect(rows.map(\.values) == [[1, 53], [0, 5], [nil, 200], [nil, nil]])
            }
        }

        @Test func aggregatesOfModels() throws {
            let database = try Server.database(Self.script)
            try database.read { session in
                let doors = try session.query(Door.self)
                #expect(try doors.min(\.flags) == 5)
                #expect(try doors.max(\.flags) == 200)
                #expect(try doors.min(\.mask) == 12_345_678)
                #expect(try doors.max(\.mask) == .max)
                #expect(try doors.min(\.isOpen) == false)
                #expect(try doors.max(\.isOpen) == true)
                #expect(try doors.aggregate("max", "flags") == 200)
                #expect(try doors.filter(\.house == 1).max(\.flags) == 53)
            }
        }

        /// What can be told is read, and what cannot is an error that says what to write.
        @Test(.mariaDB) func expressions() throws {
            let database = try Server.database(Self.script)
            try database.read { (session: Session) throws in
                func value(_ sql: SQL) throws -> SQLValue? { try session.value(sql, as: SQLValue.self) }
                #expect(try value("SELECT min(`open`) FROM door") == 0)
                #expect(try value("SELECT max(`open`) FROM door") == 1)
                #expect(try value("SELECT coalesce(NULL, `open`) FROM door WHERE house = 1 AND number = 1") == 1)
                #expect(try value("SELECT max(flags) FROM door") == 200)
                #expect(try value("SELECT max(flags) FROM door WHERE house = 1") == 53)
                #expect(try value("SELECT max(flags) FROM door WHERE number = 9") == .null)
                #expect(try value("SELECT min(flags) + 0 FROM door") == 5)
                #expect(try value("SELECT first_value(`open`) OVER (ORDER BY house, number) FROM door") == 1)
                #expect(try value("SELECT first_value(flags) OVER (ORDER BY house DESC, number) FROM door") == 200)
                #expect(try value("SELECT max(mask) FROM door WHERE house = 2") == 3_978_425_819_141_910_832)
                // The digit 5, and the bits of 53, are one byte.
                for sql in ["min(flags)", "first_value(flags) OVER (ORDER BY house, number)", "min(mask)"] {
                    let error = Server.error { _ = try value("SELECT \(unsafe: sql) AS least FROM door") }
                    #expect(error?.code == .value, "\(sql)")
                    #expect(
                        error?.message
                            == "the BIT \"least\" is an expression, of which the server sends digits or bits, which look alike here"
                    )
                    #expect(error?.hint == "Ask for a number: add 0 to it")
                }
                #expect(try value("SELECT count(*) FROM door") == 4)
            }
        }

        /// MySQL sends the bits of some expressions, and the digits of others.
        @Test(.enabled("no MySQL server") { MySQLTestServer.isInstalled && !MySQLProduct.isMariaDB })
        func expressionsOfMySQL() throws {
            let database = try Server.database(Self.script)
            try database.read { (session: Session) throws in
                func value(_ sql: SQL) throws -> SQLValue? { try session.value(sql, as: SQLValue.self) }
                #expect(try value("SELECT min(`open`) FROM door") == 0)
                #expect(try value("SELECT coalesce(NULL, `open`) FROM door WHERE house = 1 AND number = 1") == 1)
                #expect(try value("SELECT max(flags) FROM door") == 200)
                #expect(try value("SELECT coalesce(flags) FROM door WHERE flags = 53") == 53)
                #expect(try value("SELECT flags FROM door WHERE flags = 53") == 53)
                #expect(try value("SELECT d.flags FROM (SELECT flags FROM door) AS d WHERE d.flags = 53") == 53)
                do {
                    let value = try value("SELECT if(1, flags, 0) AS one FROM door WHERE flags = 53")
                    // Its own client gets the character, too.
                    #expect(["53", "'5'"].contains(value?.description))
                } catch let error as DatabaseError { #expect(error.hint == "Ask for a number: add 0 to it") }
            }
        }
    }
#endif
