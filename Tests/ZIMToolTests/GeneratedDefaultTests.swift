import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// Defaults that no literal of the property's type is are left to the database: a new model has none.
@Suite struct GeneratedDefaultTests {
    /// The statements of the class's `init()`.
    static func initials(_ text: String) -> [String] {
        Array(
            text.split(separator: "\n").map(\.trimmingSpaces).drop { $0 != "required init() {" }.dropFirst()
                .prefix { $0 != "super.init()" })
    }

    @Test func expressions() throws {
        let out = try ToolScratch()
        let file = try out.open(
            """
            CREATE TABLE orders (year INT NOT NULL, number TEXT DEFAULT (lower(hex(randomblob(4)))), part INT NOT NULL,
                made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, n INT NOT NULL DEFAULT (10 * 10), plain INT NOT NULL DEFAULT 7,
                token TEXT DEFAULT (upper('x')), note TEXT DEFAULT 'none', lost INT NOT NULL DEFAULT NULL,
                twice INT AS (n * 2), PRIMARY KEY (year, number, part));
            """)
        _ = try Generation(of: file).write(to: out.folder)
        let text = try #require(out.text("Order.swift"))
        for part in ["number: String?", "made: String?", "n: Int?", "plain: Int", "token: String?", "lost: Int"] {
            #expect(text.contains("    var \(part) {"), "\(text)")
        }
        #expect(Self.initials(text) == ["year = 0", "part = 0", "plain = 7", #"note = "none""#, "lost = 0"])
        // Of the key, and of what is NOT NULL, nil is the default anyway.
        #expect(text.contains(#"    override class var databaseDefaults: Set<String> { ["token"] }"#))
        #expect(text.contains("    /// `made` TEXT, not null; nil in a new row is the database's default\n"))
        #expect(try FolderCheck(of: file, folder: out.folder).differences == [])
    }

    /// What a new value of a type is that only the program knows, is not made up.
    @Test func typesOfThePrograms() throws {
        let out = try ToolScratch()
        let file = try out.open(
            """
            CREATE TABLE pet (owner INT NOT NULL, n INT NOT NULL, mood TEXT NOT NULL DEFAULT 'sad', next TEXT NOT NULL,
                first TEXT NOT NULL, number INT NOT NULL DEFAULT (1 + 1), PRIMARY KEY (owner, n));
            """)
        try out.write(
            """
            { "tables": { "pet": { "columns": {
                "mood": { "type": "Mood" }, "next": { "type": "Mood" }, "first": { "type": "Mood", "optional": false },
                "number": { "optional": false }
            } } } }
            """, to: "zim.json")
        var options = Generation.Options()
        options.settings = try GeneratorSettings(contentsOf: out.path("zim.json"))
        _ = try Generation(of: file, options: options).write(to: out.path("Models"))
        let text = try #require(out.text("Models/Pet.swift"))
        for part in ["mood: Mood?", "next: Mood?", "first: Mood", "number: Int"] {
            #expect(text.contains("    var \(part) {"), "\(text)")
        }
        #expect(Self.initials(text) == ["owner = 0", "n = 0", "first = Mood()", "number = 0"])
        #expect(!text.contains("databaseDefaults"))
    }

    #if PostgreSQL
        @Test(.server) func expressionsOfPostgreSQL() throws {
            let expressions = [
                "timestamp|now() AT TIME ZONE 'utc'", "timestamptz|now() + interval '14 days'", "int|10 * 10",
                "text|md5(random()::text)", "boolean|(NOT false)", "text|current_user", "timestamptz|clock_timestamp()",
                "double precision|extract(epoch from now())", "timestamptz|transaction_timestamp()",
                "double precision|pi()", "text|now()",
            ]
            let columns = expressions.enumerated().map {
                let parts = $0.element.split(separator: "|")
                return "c\($0.offset) \(parts[0]) NOT NULL DEFAULT (\(parts[1])), "
            }
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE part (region text, made timestamptz DEFAULT now(), \(columns.joined()) stamp timestamptz DEFAULT now(),
                    token uuid DEFAULT gen_random_uuid(), tags text[] NOT NULL DEFAULT '{a}', PRIMARY KEY (region, made))
                    PARTITION BY RANGE (made);
                CREATE TABLE part_rest PARTITION OF part DEFAULT;
                """)
            let out = try ToolScratch()
            var (options, own, column) = (Generation.Options(), GeneratorSettings.Table(), GeneratorSettings.Column())
            column.type = "PostgresArray<String>"
            own.columns = ["tags": column]
            options.settings.tables = ["part": own]
            _ = try Generation(of: InspectedDatabase(place: url), options: options).write(to: out.folder)
            let text = try #require(out.text("Part.swift"))
            #expect(Self.initials(text) == [#"region = """#, "stamp = Date()"], "\(text)")
            #expect(text.contains("    var made: String? {") && text.contains("    var tags: PostgresArray<String>? {"))
            #expect(text.contains(#"databaseDefaults: Set<String> { ["token"] }"#))
        }

        /// By a text no row is found whose key has a part of a composite type.
        @Test(.server) func compositeTypesInKeys() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TYPE spot AS (street text, house int);
                CREATE TABLE parcel (number int, place spot, origin spot, PRIMARY KEY (number, place));
                INSERT INTO parcel VALUES (1, ('Low', 2), ('High', 3));
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: url)).write(to: out.folder)
            let text = try #require(out.text("Parcel.swift"))
            #expect(text.contains("    var place: SQLValue {") && text.contains("    var origin: String? {"), "\(text)")
        }

        /// On a server as in a file, texts that are dates keep the form of the rows.
        @Test(.server) func datesInTexts() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE visit (a int, b int, visit_day text NOT NULL, left_at varchar(30), mixed_at text, seen timestamp,
                    PRIMARY KEY (a, b));
                INSERT INTO visit VALUES (1, 1, '2020-01-02', '2020-01-02 03:04:05', '2020-01-02', '2020-01-02'),
                    (1, 2, '2020-01-03', NULL, '2020-01-02 03:04:05', NULL);
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: url)).write(to: out.folder)
            let text = try #require(out.text("Visit.swift"))
            for part in [
                #"Column("visit_day", \Visit.visitDay, as: .date(.date))"#,
                #"Column("left_at", \Visit.leftAt, as: .date(.dateTime))"#, #"Column("mixed_at", \Visit.mixedAt)"#,
                #"Column("seen", \Visit.seen)"#,
                "`mixed_at` text; its dates have several formats, so it cannot be compared",
            ] {
                #expect(text.contains(part), "\(text)")
            }
        }
    #endif
}
