#if MySQL
    import Testing
    import ZIMOrm

    /// ENUM and SET are ordered by the numbers of their labels, and compared by their texts.
    @Suite(.server) struct LabelOrderTests {
        final class Document: Model {
            var kind = "", year = 0, number = 0
            var state: String?, days = ""
            override class var table: String { "doc" }
            override class var primaryKey: [String] { ["kind", "year", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        private static let script = """
            CREATE TABLE doc (kind ENUM('invoice','credit','offer','zzz','aaa') NOT NULL, year YEAR NOT NULL,
                number MEDIUMINT UNSIGNED NOT NULL, state ENUM('sent','open','paid'), days SET('mon','fri','tue') NOT NULL,
                PRIMARY KEY (kind, year, number));
            INSERT INTO doc VALUES ('invoice', 2024, 1, 'sent', 'mon'), ('invoice', 2025, 1, NULL, 'fri'),
                ('credit', 2024, 7, 'open', 'mon,fri'), ('credit', 2025, 2, 'paid', ''), ('offer', 2024, 3, NULL, 'tue'),
                ('zzz', 2024, 1, 'paid', 'mon,tue'), ('zzz', 2024, 2, 'sent', 'fri,tue'), ('aaa', 2024, 9, 'open', 'mon'),
                ('aaa', 2025, 1, NULL, 'mon,fri,tue');
            INSERT IGNORE INTO doc VALUES ('none', 2024, 5, 'none', 'fri'), ('none', 2025, 5, 'open', 'mon');
            """

        private func paged(_ query: Query<Document>) throws -> [[SQLValue]] {
            var keys: [[SQLValue]] = []
            var page = try query.limit(2).all()
            while let last = page.last, keys.count < 50 {
                keys += page.map(\.keyValues)
                page = try query.limit(2).after(last).all()
            }
            return keys
        }

        @Test(arguments: [true, false]) func pagesOfAKeyFitTogether(_ isAscending: Bool) throws {
            try Server.database(Self.script).read { session in
                let query = try session.query(Document.self).orderByKey(ascending: isAscending)
                let way = isAscending ? "ASC" : "DESC"
                let all = try session.rows(
                    SQL(unsafe: "SELECT kind, year, number FROM doc ORDER BY kind \(way), year \(way), number \(way)"))
                #expect(all.count == 11)
                #expect(try paged(query) == all.map(\.values))
            }
        }

        @Test(arguments: [true, false], ["state", "days"])
        func pagesOfOtherColumnsFitTogether(_ isAscending: Bool, _ column: String) throws {
            try Server.database(Self.script).read { session in
                let query = try session.query(Document.self).orderBy(column, ascending: isAscending).orderBy(\.number)
                    .orderByKey()
                let way = isAscending ? "ASC" : "DESC"
                let all = try session.rows(
                    SQL(unsafe: "SELECT kind, year, number FROM doc ORDER BY \(column) \(way), number, kind, year"))
                #expect(try paged(query) == all.map(\.values))
            }
        }

        @Test func anIndexAnswersWhatIsBehindALabel() throws {
            let database = try Server.database(Self.script)
            try database.read { session in
                let page = try session.query(Document.self).orderByKey().limit(2).after("credit", 2024, 7)
                let sql = try page.sql
                #expect(sql.contains("`doc`.`kind` IN (?, ?, ?) OR "), "\(sql)")
                #expect(try page.all().map(\.keyValues) == [["credit", 2025, 2], ["offer", 2024, 3]])
            }
            let error = #expect(throws: ModelError.self) {
                try database.read { session in
                    _ = try session.query(Document.self).orderByKey().limit(2).after("bill", 2024, 7).all()
                }
            }
            #expect(error?.code == .value && error?.table == "doc" && error?.column == "kind")
        }

        /// Another program puts the labels into another order while somebody reads page after page.
        @Test func labelsThatMoved() throws {
            let database = try Server.database(Self.script)
            let other = try Database(url: database.location)
            try database.withoutTransaction { session in
                let query = try session.query(Document.self).orderByKey().limit(20)
                #expect(try query.after("offer", 2024, 3).all().count == 4)
                try other.withoutTransaction {
                    try $0.execute(
                        "ALTER TABLE doc MODIFY kind ENUM('invoice','zzz','credit','aaa','offer','new') NOT NULL")
                    try $0.execute("INSERT INTO doc VALUES ('new', 2024, 1, NULL, '')")
                }
                #expect(try query.after("offer", 2024, 3).all().map(\.keyValues) == [["new", 2024, 1]])
            }
        }

        /// What was none of the labels is one since another program has added it.
        @Test func labelsThatWereAdded() throws {
            let database = try Server.database(Self.script)
            let other = try Database(url: database.location)
            let document = try #require(try database.find(Document.self, "invoice", 2024, 1))
            document.state = "lost"
            #expect(throws: ModelError.self) { try document.save() }
            try other.withoutTransaction {
                try $0.execute("ALTER TABLE doc MODIFY state ENUM('lost','sent','open','paid')")
            }
            try document.save()
            let error = #expect(throws: ModelError.self) {
                document.state = "gone"
                try document.save()
            }
            #expect(error?.message.contains("is none of the labels 'lost', 'sent', 'open', 'paid'") == true)
            let state = try other.read {
                try $0.value("SELECT state FROM doc WHERE kind = 'invoice' AND year = 2024", as: String.self)
            }
            #expect(state == "lost")
        }
    }
#endif
