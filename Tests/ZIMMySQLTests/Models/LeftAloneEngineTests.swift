#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    private final class Paper: Model {
        var t = 0
        var id: Int?
        var v = 0
        override class var table: String { "paper" }
        override class var primaryKey: [String] { ["t", "id"] }
    }

    private final class Sheet: Model {
        var id: Int?
        var v = 0
        override class var table: String { "sheet" }
        override class var primaryKey: [String] { ["id"] }
    }

    private final class Day: Model {
        var id = 0
        var day = ""
        override class var table: String { "day" }
        override class var primaryKey: [String] { ["id"] }
    }

    /// Tables that no rollback undoes, and dates that are none.
    @Suite(.server) struct LeftAloneEngineTests {
        /// Their keys do not follow each other, and what was written before that was known would stay.
        @Test(arguments: ["MyISAM", "Aria"]) func aListIsInsertedOnce(_ engine: String) throws {
            if engine == "Aria", !MySQLProduct.isMariaDB { return }
            let database = try Server.database(
                """
                CREATE TABLE paper (t INT NOT NULL, id INT NOT NULL AUTO_INCREMENT, v INT, PRIMARY KEY (t, id)) ENGINE=MyISAM;
                CREATE TABLE sheet (id INT NOT NULL AUTO_INCREMENT, v INT, PRIMARY KEY (id)) ENGINE=\(engine);
                """)
            let papers = (0..<6).map { number in
                let paper = Paper()
                (paper.t, paper.v) = (number % 2, number)
                return paper
            }
            let sheets = (0..<6).map { number in
                let sheet = Sheet()
                sheet.v = number
                return sheet
            }
            try database.write { session in
                try session.execute("SET SESSION auto_increment_increment = 2")
                try session.insert(papers)
                try session.insert(sheets)
            }
            try database.read { session throws in
                let known: [[SQLValue]] = papers.map { [$0.t.sqlValue, $0.id.sqlValue, $0.v.sqlValue] }
                #expect(try session.rows("SELECT t, id, v FROM paper ORDER BY v").map(\.values) == known)
                let counted: [[SQLValue]] = sheets.map { [$0.id.sqlValue, $0.v.sqlValue] }
                #expect(try session.rows("SELECT id, v FROM sheet ORDER BY v").map(\.values) == counted)
            }
        }

        /// The server takes no savepoint once a table of Aria was used: a part of the transaction cannot be undone alone.
        @Test func listsBesideAria() throws {
            if !MySQLProduct.isMariaDB { return }
            let database = try Server.database(
                """
                CREATE TABLE sheet (id INT NOT NULL AUTO_INCREMENT, v INT, PRIMARY KEY (id)) ENGINE=Aria;
                CREATE TABLE day (id INT PRIMARY KEY, day VARCHAR(9)) ENGINE=InnoDB;
                """)
            func days(_ ids: Int...) -> [Day] {
                ids.map { id in
                    let day = Day()
                    day.id = id
                    return day
                }
            }
            func count(_ table: String) throws -> Int? {
                try database.read { try $0.value("SELECT count(*) FROM \(identifier: table)", as: Int.self) }
            }
            try database.write { session in
                let sheets = [Sheet(), Sheet(), Sheet()]
                try session.save(sheets[0])
                try session.save(Array(sheets.dropFirst()))
                for sheet in sheets { sheet.v = 1 }
                try session.save(sheets)
                try session.upsert(sheets)
                try session.delete(Array(sheets.dropLast()))
                try session.transaction { try $0.save(days(1, 2)) }
            }
            #expect(try count("sheet") == 1)
            #expect(try count("day") == 2)
            let last = days(5)[0]
            let ended = Server.error {
                try database.write { session in
                    try session.save(Sheet())
                    let error = Server.error { try session.save(days(3, 3)) }
                    #expect(error?.code == .constraint)
                    try session.save(last)
                }
            }
            #expect(ended?.code == .transactionEnded && ended?.engineCode == 1178)
            #expect(ended?.hint == "Let the error end the write; tables of InnoDB take savepoints")
            #expect(!last.isLoaded)
            let failed = Server.error {
                try database.write { session in
                    try session.save(Sheet())
                    try session.save(days(3, 3))
                }
            }
            #expect(failed?.code == .constraint)
            #expect(try count("day") == 2)
            try database.write { try $0.save(days(3, 4)) }
            #expect(try count("day") == 4)
            // Its rollback could not leave what the outer one has changed.
            let open = try database.openSession()
            try open.run { try $0.save(Sheet()) }
            #expect(Server.error { try open.nested().run { try $0.save(days(5)) } }?.engineCode == 1178)
            open.close()
        }

        /// MySQL takes a date of zeros for NULL where it is asked for IS NULL.
        @Test func pagesEndAtDatesOfZeros() throws {
            let database = try Server.database(
                """
                SET sql_mode = ''; CREATE TABLE day (id INT PRIMARY KEY, day DATE NOT NULL);
                INSERT INTO day VALUES (1, '2020-01-01'), (2, '0000-00-00'), (3, '0000-00-00'), (4, '2021-01-01');
                """)
            try database.read { session in
                var found: [Int] = []
                let days = try session.query(Day.self).orderBy(\.day, ascending: false).limit(1)
                var page = try days.all()
                while let last = page.last, found.count < 9 {
                    found += page.map(\.id)
                    page = try days.after(last).all()
                }
                #expect(found == [4, 1, 3, 2])
            }
        }

        /// The connection goes back to a pool.
        @Test func anotherDatabaseIsNotChosen() throws {
            let database = try Server.database("CREATE TABLE t (a INT)")
            let error = Server.error { try database.write { try $0.execute("USE mysql") } }
            #expect(error?.code == .misuse)
            #expect(error?.sql == "USE mysql")
            #expect(try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
        }

        /// The server executes such a comment.
        @Test func aChangeInACommentIsAChange() throws {
            let database = try Server.database("CREATE TABLE t (a INT); INSERT INTO t VALUES (1)")
            let error = Server.error {
                try database.write { session in
                    try session.execute("/*!50000 DELETE FROM t */")
                    try session.execute("CREATE TABLE other (a INT)")
                }
            }
            #expect(error?.code == .misuse)
            #expect(try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 1)
        }
    }
#endif
