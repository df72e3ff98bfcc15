#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// The tools on a database of a PostgreSQL server.
    @Suite(.server) struct ServerTests {
        /// The URL and the database's name change from run to run.
        private func fixed(_ text: String, _ file: InspectedDatabase) -> String {
            text.replacing(file.name, with: "traps")
        }

        /// The environment and a service say how long connecting may take, as they do to `psql`.
        @Test(arguments: [("", 3), ("?service=slow", 2), ("?service=slow&connect_timeout=4", 4)])
        func theTimeToConnect(_ more: String, _ seconds: Int) throws {
            let (listener, scratch) = (try LocalListener(), try ToolScratch())
            defer { listener.close() }
            try scratch.write("[slow]\nconnect_timeout=2\n", to: "services")
            let answer = try Program.run(
                shell: #"$zim query "$url" "SELECT 1""#,
                [
                    "url": "postgres://ada@127.0.0.1:\(listener.port)/t\(more)", "PGCONNECT_TIMEOUT": "3",
                    "PGSERVICEFILE": scratch.path("services"),
                ])
            #expect(answer.err.contains("did not answer within \(seconds * 1000) ms"), "\(answer)")
        }

        @Test func inspect() throws {
            let file = try ServerTraps.open()
            let inspection = try Inspection(of: file)
            try Snapshot.expect(fixed(inspection.text(), file), "server-inspect.txt")
            try Snapshot.expect(fixed(inspection.json(), file), "server-inspect.json")
            #expect(inspection.failures == [:])
        }

        @Test func viewsOfWhatIsNotStoredYet() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE a (x int, y int, PRIMARY KEY (x, y));
                CREATE MATERIALIZED VIEW later AS SELECT x, y FROM a WITH NO DATA;
                CREATE VIEW v AS SELECT x, y FROM later;
                """)
            #expect(try Examination(of: InspectedDatabase(place: url)).findings == [])
        }

        @Test func doctor() throws {
            let file = try ServerTraps.open()
            let examination = try Examination(of: file)
            try Snapshot.expect(fixed(examination.text(), file), "server-doctor.txt")
            // Text and uuid, boolean and integer, json and date do not compare, so nobody asks whether they agree.
            #expect(examination.findings.filter { $0.kind == .likelyRelationship }.map(\.table) == ["pet"])
        }

        /// A foreign key that was added without looking at the rows, one whose rows came in while nobody looked, and the
        /// columns of an index in another order, or of a kind that does not find by equality.
        @Test func whatConstraintsDoNotForbid() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE a (x int, y int, PRIMARY KEY (x, y)); CREATE TABLE b (id int PRIMARY KEY, x int, y int);
                INSERT INTO a VALUES (1, 1); INSERT INTO b VALUES (1, 1, 1), (2, 1, 2), (3, NULL, 9);
                ALTER TABLE b ADD FOREIGN KEY (y, x) REFERENCES a (y, x) NOT VALID; CREATE INDEX ON b (y, x, id);
                CREATE TABLE c (id int, x int REFERENCES b, y int4range, code text, UNIQUE (x, code));
                CREATE INDEX c_x ON c USING brin (x); CREATE INDEX c_part ON c (x) WHERE id > 3;
                INSERT INTO c VALUES (1, NULL, NULL, 'a'), (2, NULL, NULL, 'a'), (3, 1, NULL, 'a');
                CREATE TABLE d (id int PRIMARY KEY, x int REFERENCES b); CREATE INDEX d_x ON d (x) WHERE x IS NOT NULL;
                """)
            let findings = try Examination(of: InspectedDatabase(place: url)).findings
            #expect(
                findings.map { "\($0.kind.rawValue) \($0.table) \($0.columns) \($0.count ?? 0)" } == [
                    #"orphans b ["x", "y"] 1"#, #"duplicateKeys c ["x", "code"] 1"#,
                    #"partlyNullForeignKey b ["x", "y"] 1"#, #"unvalidatedConstraint b ["y", "x"] 0"#,
                    #"noKey c ["id"] 0"#,
                ])
            #expect(findings.first?.example == "x = 1, y = 2 at id = 2")
        }

        @Test func constraintsThatWereNeverValidated() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SCHEMA "Sales Dept"; CREATE TABLE p (a int, b int, PRIMARY KEY (a, b));
                CREATE TABLE "Sales Dept".c (id int PRIMARY KEY, a int, b int CHECK (b > 0)); CREATE INDEX ON "Sales Dept".c (a, b);
                ALTER TABLE "Sales Dept".c ADD CONSTRAINT "of p" FOREIGN KEY (a, b) REFERENCES p NOT VALID,
                    ADD CONSTRAINT small CHECK (a < 9) NOT VALID;
                CREATE TABLE c (id int PRIMARY KEY, CHECK (id > 0));
                """)
            let examination = try Examination(of: InspectedDatabase(place: url))
            #expect(examination.findings.map(\.kind) == [.unvalidatedConstraint, .unvalidatedConstraint])
            #expect(
                Set(examination.findings.map(\.message)) == [
                    "the foreign key of p, (a, b) to p (a, b), was never validated: rows that were there before may break it",
                    "the check small was never validated: rows that were there before may break it",
                ])
            #expect(
                examination.suggestions().contains(
                    "\nALTER TABLE \"Sales Dept\".\"c\" VALIDATE CONSTRAINT \"of p\";\n"))
            var options = Examination.Options()
            options.only = ["c"]
            #expect(try Examination(of: InspectedDatabase(place: url), options: options).findings == [])
        }

        /// A foreign key whose orphans were counted cannot be validated: what is suggested runs.
        @Test func aBrokenForeignKeyIsNotToBeValidated() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE p (a int, b int, PRIMARY KEY (a, b)); INSERT INTO p VALUES (1, 1);
                CREATE TABLE c (id int PRIMARY KEY, a int, b int); INSERT INTO c VALUES (1, 1, 1), (2, 1, 2);
                CREATE TABLE d (id int PRIMARY KEY, a int, b int); INSERT INTO d VALUES (1, 1, 1);
                ALTER TABLE c ADD CONSTRAINT c_of FOREIGN KEY (b, a) REFERENCES p (b, a) NOT VALID;
                ALTER TABLE d ADD CONSTRAINT d_of FOREIGN KEY (b, a) REFERENCES p (b, a) NOT VALID;
                """)
            var options = Examination.Options()
            options.ignoring = [.orphans]
            let examination = try Examination(of: InspectedDatabase(place: url), options: options)
            let text = examination.suggestions()
            #expect(
                text.contains(
                    "\n-- ALTER TABLE \"c\" VALIDATE CONSTRAINT \"c_of\"; PostgreSQL refuses it: rows have no parent\n")
            )
            #expect(text.contains("\nALTER TABLE \"d\" VALIDATE CONSTRAINT \"d_of\";\n"))
            #expect(
                examination.findings.first { $0.kind == .unvalidatedConstraint }?.advice
                    == "See to the rows that have no parent, then ALTER TABLE \"c\" VALIDATE CONSTRAINT \"c_of\"")
            try Database(url: url).execute(SQL(unsafe: text))
            let left = try Examination(of: InspectedDatabase(place: url)).findings.map {
                "\($0.kind.rawValue) \($0.table)"
            }
            #expect(left == ["orphans c", "unvalidatedConstraint c"])
        }

        /// The same for a check that rows break; NULL breaks none.
        @Test func aBrokenCheckIsNotToBeValidated() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE c (id int PRIMARY KEY, a int, b int); INSERT INTO c VALUES (1, 1, 5), (2, 7, NULL);
                ALTER TABLE c ADD CONSTRAINT broken CHECK (a > 3 OR a IS NULL) NOT VALID, ADD CONSTRAINT kept CHECK (b > 3) NOT VALID;
                """)
            let examination = try Examination(of: InspectedDatabase(place: url))
            let text = examination.suggestions()
            #expect(
                text.contains(
                    "\n-- ALTER TABLE \"c\" VALIDATE CONSTRAINT \"broken\"; PostgreSQL refuses it: rows break it\n"))
            #expect(text.contains("\nALTER TABLE \"c\" VALIDATE CONSTRAINT \"kept\";\n"))
            #expect(
                examination.findings.filter { $0.kind == .unvalidatedConstraint }.map(\.advice) == [
                    "See to the rows that break it, then ALTER TABLE \"c\" VALIDATE CONSTRAINT \"broken\"",
                    "ALTER TABLE \"c\" VALIDATE CONSTRAINT \"kept\"",
                ])
            try Database(url: url).execute(SQL(unsafe: text))
        }

        /// The labels of a type are said wherever it is, and defaults also where there are no rows.
        @Test(arguments: [0, 10_000])
        func whatColumnsHoldIsSaidWithoutRows(_ sample: Int) throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SCHEMA kinds; CREATE TYPE kinds.mood AS ENUM ('sad', 'ok'); CREATE SCHEMA sales;
                CREATE TABLE sales.day (a int, b int DEFAULT 7, mood kinds.mood NOT NULL DEFAULT 'ok', PRIMARY KEY (a, b));
                """)
            var options = Inspection.Options()
            options.sample = sample
            let inspection = try Inspection(of: InspectedDatabase(place: url, schemas: ["sales"]), options: options)
            let text = inspection.text()
            #expect(text.contains("\n  b     integer     not null  key 2  default 7\n"), "\(text)")
            #expect(text.contains(" not null         one of 'sad', 'ok', default 'ok'::kinds.mood\n"), "\(text)")
            #expect(inspection.markdown.contains("| b | integer | not null | key 2 | default 7 |"))
        }

        @Test func eachTableIsReadOnce() throws {
            let file = try ServerTraps.open()
            let log = Log()
            let subscription = file.database.trace { if !$0.isTransactionControl { log.add($0.sql) } }
            var options = Examination.Options()
            options.only = ["line", "sales.orders"]
            _ = try Examination(of: file, options: options)
            subscription.cancel()
            #expect(log.texts.count == 2)
            #expect(log.texts.last?.contains(#"FROM "sales"."orders" AS "zim_child""#) == true)
        }

        @Test func diagrams() throws {
            let file = try ServerTraps.open()
            let diagram = try Diagram(of: file)
            try Snapshot.expect(fixed(diagram.text(.mermaid), file), "server-diagram.mmd")
            #expect(diagram.text(.svg).hasPrefix("<svg xmlns="))
            #expect(fixed(diagram.text(.dot), file).hasPrefix("digraph \"traps\" {"))
            var around = Diagram.Options()
            around.around = "sales.orders"
            #expect(
                try Diagram(of: file, options: around).boxes.map(\.table.ownName)
                    == ["2B; DROP TABLE \"x\" --", "orders", "warehouse"])
        }

        @Test func generatedClassesFitTheServer() throws {
            let file = try ServerTraps.open()
            let out = try ToolScratch()
            var options = Generation.Options()
            options.guesses = true
            let generation = try Generation(of: file, options: options)
            #expect(
                generation.skipped.map { "\($0.table): \($0.reason)" }
                    == ["case: its columns (id, Id) differ in case only"])
            let report = try generation.write(to: out.folder)
            #expect(
                report.created.sorted() == [
                    "Case.swift", "Cheap.swift", "Count.swift", "Keyless.swift", "Line.swift", "Measure.swift",
                    "Note.swift",
                    "Order.swift", "Outside.swift", "Person.swift", "Pet.swift", "Reading.swift", "SalesOrder.swift",
                    "TaBle.swift", "Table2BDropTableX.swift", "Warehouse.swift", "ZIMModels.swift", "ZIMSchema.swift",
                ])
            #expect(try FolderCheck(of: file, folder: out.folder).differences == [])
            let order = try #require(out.text("SalesOrder.swift"))
            #expect(order.contains(#"override class var table: String { "orders" }"#))
            #expect(order.contains(#"override class var schema: String? { "sales" }"#))
            // An identity is given by the database, so a new model has none.
            #expect(order.contains("    var id: Int? {"))
            #expect(order.contains(#"FROM "sales"."2B; DROP TABLE ""x"" --" WHERE"#))
            let line = try #require(out.text("Line.swift"))
            #expect(line.contains("    var amount: Decimal? {"))
            #expect(line.contains("    var tags: String? {"))
            #expect(line.contains(#"        label = "none""#))
            #expect(
                line.contains(
                    "func order() throws -> Order { try belongsTo(required: Order.self, foreignKey: [\"w\", \"d\", \"o\"]) }"
                ))
            let person = try #require(out.text("Person.swift"))
            #expect(person.contains("    var id: UUID? {") && person.contains("        active = true"))
            let pet = try #require(out.text("Pet.swift"))
            #expect(pet.contains("func person() throws -> Person?") && pet.contains("    var born: Date? {"))
            // A point in time keeps its fractions: the column decides the form, not the first rows.
            #expect(pet.contains(#"Column("born", \Pet.born),"#))
            #expect(out.text("Measure.swift")?.contains(#"    var day: String {"#) == true)
            #expect(out.text("Warehouse.swift")?.contains("func salesOrders(options:") == true)
        }

        /// A sequence gives a number whether it belongs to the column or not; 0 would be a key.
        @Test func partsOfKeysThatASequenceGives() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SEQUENCE numbers;
                CREATE TABLE ticket (shop int, no int DEFAULT nextval('numbers'), kind int DEFAULT 3,
                    PRIMARY KEY (shop, no, kind));
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: url)).write(to: out.folder)
            let text = try #require(out.text("Ticket.swift"))
            for part in ["shop: Int", "no: Int?", "kind: Int"] {
                #expect(text.contains("    var \(part) {"), "\(text)")
            }
            #expect(!text.contains("        no = 0") && text.contains("        kind = 3"))
        }

        @Test func testsAreWrittenForAURL() throws {
            let out = try ToolScratch()
            let url = try ServerTraps.url().replacing("postgres@", with: "postgres:secret@")
            let generation = try Generation(of: InspectedDatabase(place: url))
            _ = try generation.writeTests(to: out.folder, module: "Traps")
            let frame = try #require(out.text("ZIMModelTests.swift"))
            #expect(frame.contains("try Database(url: url, options: .readOnly)"))
            #expect(frame.contains("postgres://postgres@/"))
            #expect(out.contents.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("secret") })
            #expect(
                out.text("SalesOrderTests.swift")?.replacing(" \\#\n                ", with: " ").contains(
                    #"FROM (SELECT * FROM "sales"."orders" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "warehouse" AS t"#
                ) == true)
        }

        @Test func whatChangedIsFound() throws {
            let url = try #require(TestServer.shared).makeDatabase(ServerTraps.sql)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: url)).write(to: out.folder)
            try Database(url: url).execute(
                """
                DROP INDEX line_tags; ALTER TABLE sales.orders ADD COLUMN more text; ALTER TABLE line ALTER COLUMN tags TYPE text USING note;
                ALTER TABLE orders DROP CONSTRAINT at_warehouse; CREATE TABLE sales.fresh (id int PRIMARY KEY)
                """)
            let found = try FolderCheck(of: InspectedDatabase(place: url), folder: out.folder).differences
            #expect(
                Set(found.map(\.description)) == [
                    "line.tags: the type was text[], is text", "sales.orders.more: a new column, text",
                    "orders: the foreign key (d, w) to warehouse (d, w) is gone",
                    "warehouse: the relationship of orders() is gone: warehouse has many orders by (w, d)",
                    "sales.fresh: a new table, without a class",
                ])
        }

        @Test func identitiesComputedColumnsAndLabelsThatChanged() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TYPE mood AS ENUM ('sad', 'ok');
                CREATE TABLE t (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, a int, m mood);
                CREATE TABLE r (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY); CREATE TABLE s (id serial PRIMARY KEY);
                CREATE TABLE u (id uuid DEFAULT gen_random_uuid() PRIMARY KEY);
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: url)).write(to: out.folder)
            #expect(try FolderCheck(of: InspectedDatabase(place: url), folder: out.folder).differences == [])
            let database = try Database(url: url)
            try database.execute(
                """
                ALTER TABLE t DROP COLUMN a; ALTER TABLE t ADD a int GENERATED ALWAYS AS (id + 1) STORED;
                ALTER TABLE t ALTER id SET GENERATED ALWAYS; ALTER TABLE r ALTER id DROP IDENTITY;
                ALTER TABLE s ALTER id DROP DEFAULT; ALTER TABLE u ALTER id DROP DEFAULT
                """)
            try database.withoutTransaction { try $0.execute("ALTER TYPE mood ADD VALUE 'happy'") }
            let found = try FolderCheck(of: InspectedDatabase(place: url), folder: out.folder).differences
            #expect(
                Set(found.map(\.description)) == [
                    "r.id: was numbered by the database, is given by programs",
                    "s.id: was numbered by the database, is given by programs",
                    "t.id: was numbered by the database, is always numbered by the database",
                    "t.a: was given by programs, is computed by the database",
                    "t.m: the labels of mood were (sad, ok), are (sad, ok, happy)",
                    "u.id: was a key with a default, is given by programs",
                ])
        }

        /// A Decimal has 38 digits; a column without a precision, or with a larger one, may have more.
        @Test func numbersThatADecimalDoesNotHoldAreText() throws {
            let nines = String(repeating: "9", count: 35)
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE n (id int PRIMARY KEY, a numeric, b numeric, c numeric(38, 0), d numeric(50, 10), e numeric NOT NULL DEFAULT 0);
                INSERT INTO n VALUES (1, \(nines).\(nines), 12.5, 999\(nines), 12.3, 1e200); CREATE TABLE nocols ();
                """)
            let out = try ToolScratch()
            let generation = try Generation(of: InspectedDatabase(place: url))
            // Nor is there a class for a table without columns.
            #expect(generation.skipped.map { "\($0.table): \($0.reason)" } == ["nocols: it has no columns"])
            _ = try generation.write(to: out.folder)
            let text = try #require(out.text("N.swift"))
            for (name, type) in [
                ("a", "String?"), ("b", "Decimal?"), ("c", "Decimal?"), ("d", "Decimal?"), ("e", "String"),
            ] {
                #expect(text.contains("    var \(name): \(type) {"))
            }
            #expect(try FolderCheck(of: InspectedDatabase(place: url), folder: out.folder).differences == [])
        }

        /// A key is found again by all its digits, and its next value may have a fraction where none has one yet.
        @Test func decimalKeysKeepTheirDigits() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE DOMAIN number AS numeric(18, 0);
                CREATE TABLE price (k numeric(30, 12), n number, d numeric(5, 2), e numeric(3, -2), PRIMARY KEY (k, n, d, e));
                INSERT INTO price VALUES (123456789012345678.123456789012, 1, 1, 100);
                CREATE TABLE line (id numeric(38, 0) PRIMARY KEY, k numeric(30, 12), n number, d numeric(5, 2),
                    e numeric(3, -2), FOREIGN KEY (k, n, d, e) REFERENCES price);
                INSERT INTO line VALUES (12345678901234567890, 123456789012345678.123456789012, 1, 1, 100);
                CREATE TABLE free (id numeric PRIMARY KEY); CREATE TABLE empty (id numeric(10, 2) PRIMARY KEY);
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: url)).write(to: out.folder)
            for (file, parts) in [
                ("Price", ["k: Decimal", "n: Int", "d: Decimal", "e: Int"]),
                ("Line", ["id: Decimal", "k: Decimal?", "n: Int?", "d: Decimal?", "e: Int?"]),
                ("Free", ["id: Decimal"]), ("Empty", ["id: Decimal"]),
            ] {
                let text = try #require(out.text("\(file).swift"))
                for part in parts { #expect(text.contains("    var \(part) {"), "\(file)") }
            }
            #expect(try FolderCheck(of: InspectedDatabase(place: url), folder: out.folder).differences == [])
        }

        @Test func onlySomeSchemas() throws {
            let file = try InspectedDatabase(place: ServerTraps.url(), schemas: ["sales"])
            #expect(
                try Inspection(of: file).tables.map(\.ownName) == ["2B; DROP TABLE \"x\" --", "count", "orders"])
            // A misspelt name is no schema without tables.
            let url = try ServerTraps.url()
            let error = #expect(throws: ToolError.self) {
                try InspectedDatabase(place: url, schemas: ["sales", "Sales"])
            }
            #expect(error?.message.hasPrefix("there is no schema \"Sales\" in ") == true)
            // Commands that ask for no schema say so, too.
            for words in [["inspect", url], ["query", url, "SELECT 1"], ["shell", url]] {
                let answer = try Program.run(words + ["--schema", "Sales"])
                #expect(answer.status == 2 && answer.err.contains("there is no schema \"Sales\" in "), "\(words)")
            }
        }

        /// A table that was not looked at is not missing, be it on the search path, in another schema, or a part of one.
        @Test func foreignKeysToWhatIsNotRead() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SCHEMA sales; CREATE SCHEMA crm; CREATE TABLE customer (a int, b int, PRIMARY KEY (a, b));
                CREATE TABLE crm.agent (id int PRIMARY KEY);
                CREATE TABLE sales.day (a int, b int, PRIMARY KEY (a, b)) PARTITION BY LIST (a);
                CREATE TABLE sales.monday PARTITION OF sales.day FOR VALUES IN (1);
                CREATE TABLE sales.orders (id int PRIMARY KEY, a int, b int, agent int REFERENCES crm.agent,
                    FOREIGN KEY (a, b) REFERENCES customer, FOREIGN KEY (b, a) REFERENCES sales.monday (a, b));
                """)
            let file = try InspectedDatabase(place: url, schemas: ["sales"])
            #expect(try Examination(of: file).findings.filter { $0.kind == .danglingForeignKey } == [])
            let text = try Inspection(of: file).text()
            for key in ["(a, b) to customer (a, b)", "(agent) to crm.agent (id)", "(b, a) to sales.monday (a, b)"] {
                #expect(text.contains("  foreign key \(key), which was not read\n"), "\(key)")
            }
            #expect(try Diagram(of: file).boxes.map(\.table.name) == ["sales.day", "sales.orders"])
        }

        /// A view that cannot be computed is said, and the others are read.
        @Test func aViewThatCannotBeComputed() throws {
            let server = try #require(TestServer.shared)
            let url = try server.makeDatabase(
                """
                CREATE TABLE a (x int, y int, PRIMARY KEY (x, y)); INSERT INTO a VALUES (1, 1);
                CREATE VIEW v AS SELECT 1 / (x - y) AS q FROM a;
                CREATE FUNCTION never() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
                CREATE VIEW w AS SELECT never() AS q;
                """)
            let file = try InspectedDatabase(place: url)
            let inspection = try Inspection(of: file)
            #expect(inspection.counts == ["a": 1])
            #expect(inspection.failures["v"] == "division by zero")
            #expect(inspection.failures["w"]?.hasPrefix("no") == true)
            #expect(try Generation(of: file).files().contains { $0.file.hasSuffix("A.swift") })
        }

        @Test func aTableThatMayNotBeReadIsSaidAndTheOthersAreRead() throws {
            let server = try #require(TestServer.shared)
            let url = try server.makeDatabase(
                """
                CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (x int, y int, day date, PRIMARY KEY (x, y));
                CREATE TABLE c (id int PRIMARY KEY); CREATE SCHEMA "Hid den"; CREATE TABLE "Hid den".d (id int PRIMARY KEY);
                INSERT INTO a VALUES (1); INSERT INTO c VALUES (1), (2);
                DO $$ BEGIN CREATE ROLE zim_reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
                GRANT SELECT ON a, c TO zim_reader;
                """)
            let file = try InspectedDatabase(place: url.replacing("postgres@", with: "zim_reader@"))
            let inspection = try Inspection(of: file)
            #expect(inspection.counts == ["a": 1, "c": 2])
            #expect(inspection.failures["b"] == "permission denied for table b")
            #expect(inspection.failures["Hid den.d"]?.hasPrefix("permission denied for schema Hid den") == true)
            let findings = try Examination(of: file).findings
            #expect(findings.map(\.kind) == [.unreadable, .unreadable])
            #expect(
                Set(findings.map(\.advice)) == [
                    "GRANT SELECT ON \"b\" to this user", "GRANT USAGE ON SCHEMA \"Hid den\" to this user",
                ])
            // Classes are made by what is declared, which is said; dates cannot be compared with it.
            let generation = try Generation(of: file)
            #expect(generation.givenUp.contains("b: permission denied for table b. GRANT SELECT ON \"b\" to this user"))
            #expect(generation.givenUp.contains { $0.hasSuffix("GRANT USAGE ON SCHEMA \"Hid den\" to this user") })
            let out = try ToolScratch()
            #expect(try generation.write(to: out.folder).created.count == 6)
            let check = try FolderCheck(of: file, folder: out.folder)
            #expect(
                check.differences.map(\.description) == ["b: its rows cannot be read: permission denied for table b"])
        }
    }
#endif
