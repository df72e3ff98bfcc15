#if MySQL
    import Testing
    import ZIMOrm

    /// Models of the rows of statements whose columns the server tells only when it runs them.
    @Suite(.server) struct ReturnedModelTests {
        final class Account: Model {
            var branch = 0, number = 0, amount = 0
            override class var table: String { "account" }
            override class var primaryKey: [String] { ["branch", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        private func database() throws -> Database {
            try Server.database(
                """
                CREATE TABLE account (branch INT, number INT, amount INT, PRIMARY KEY (branch, number));
                INSERT INTO account VALUES (1, 1, 100), (1, 2, 200), (2, 1, 300)
                """)
        }

        @Test(.mariaDB) func changesThatReturnRows() throws {
            let database = try database()
            try database.write { session in
                let deleted = try session.query(
                    Account.self, sql: "DELETE FROM account WHERE branch = \(1) RETURNING amount, number, branch"
                ).all()
                #expect(deleted.map { [$0.branch, $0.number, $0.amount] } == [[1, 1, 100], [1, 2, 200]])
                let made = try session.query(
                    Account.self, sql: "INSERT INTO account VALUES (3, 1, 1), (3, 2, 2) RETURNING *")
                var amounts: [Int] = []
                try made.forEach { amounts.append($0.amount) }
                #expect(amounts == [1, 2])
                let copied = try session.query(
                    Account.self,
                    sql:
                        "INSERT INTO account SELECT branch + 10, number, amount FROM account RETURNING branch, number, amount"
                )
                #expect(try copied.all().map(\.branch).sorted() == [12, 13, 13])
                let replaced = try session.query(
                    Account.self, sql: "REPLACE INTO account VALUES (3, 1, \(7)) RETURNING *"
                ).first()
                let account = try #require(replaced)
                account.amount = 8
                try session.save(account)
                #expect(try session.find(Account.self, 3, 1)?.amount == 8)
            }
        }

        /// Its columns are those of the run: another program may have changed the table since the last one.
        @Test(.mariaDB) func columnsOfASecondRun() throws {
            let database = try database()
            let sql: SQL = "DELETE FROM account WHERE number = \(1) RETURNING *"
            try database.write { (session) throws in
                #expect(try session.query(Account.self, sql: sql).all().map(\.branch).sorted() == [1, 2])
            }
            let other = try Database(url: database.location)
            try other.withoutTransaction { (session) throws in
                try session.execute("ALTER TABLE account MODIFY amount INT FIRST")
                try session.execute("INSERT INTO account VALUES (5, 4, 1)")
            }
            let left = try database.write { try $0.query(Account.self, sql: sql).all() }
            #expect(left.map { [$0.branch, $0.number, $0.amount] } == [[4, 1, 5]])
        }

        /// The columns are known behind the statement, and what it has changed with them.
        @Test(.mariaDB) func missingColumns() throws {
            let database = try database()
            let error = #expect(throws: ModelError.self) {
                try database.write {
                    try $0.query(Account.self, sql: "DELETE FROM account WHERE branch = 1 RETURNING branch, number")
                        .all()
                }
            }
            #expect(error?.code == .unknownColumn && error?.column == "amount")
            #expect(error?.hint == "What the statement has changed stays, unless it is rolled back")
            #expect(try database.read { try $0.query(Account.self).count() } == 3)
        }

        /// A statement that returns nothing is refused before it runs.
        @Test(arguments: [
            "DELETE FROM account", "DELETE FROM account WHERE amount = 'RETURNING'", "SET @n = 1",
            "UPDATE account SET amount = 0 -- RETURNING *", "CREATE TABLE other (n INT)",
        ])
        func statementsWithoutRows(_ text: String) throws {
            let database = try database()
            try database.write { (session: Session) throws in
                let error = #expect(throws: ModelError.self) {
                    try session.query(Account.self, sql: SQL(unsafe: text)).all()
                }
                #expect(error?.code == .unknownColumn && error?.hint == nil)
                #expect(try session.query(Account.self).sum(\.amount) == 600)
            }
        }

        @Test func procedures() throws {
            let database = try database()
            try database.withoutTransaction {
                try $0.execute("CREATE PROCEDURE accounts(n INT) SELECT * FROM account WHERE branch = n")
            }
            try database.write { session in
                for sql in ["CALL accounts(1)", "CALL accounts(\(1))"] as [SQL] {
                    let amounts = try session.query(Account.self, sql: sql).all().map(\.amount)
                    #expect(amounts == [100, 200])
                }
            }
        }
    }
#endif
