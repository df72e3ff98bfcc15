#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// Values of which MySQL and MariaDB would store others without an error: they are refused, and nothing is written.
    @Suite(.server) struct KeptValueTests {
        final class Parcel: Model {
            var depot = "", number = 0
            var year: Int?, state: String?, marks: String?, price: Decimal?, count: Double?, pieces: Decimal?,
                code: Data?
            var mask: String?, weight: Int?, measure: Double?, at: Date?
            var day: String?, hour: String?, ident: Data?
            override class var table: String { "parcel" }
            override class var primaryKey: [String] { ["depot", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        private static let script = """
            CREATE TABLE parcel (depot VARCHAR(10), number INT, year YEAR, state ENUM('new', 'it''s \\\\ done', '7'), marks SET('a', 'b', 'c'),
                price DECIMAL(8, 2), count INT, pieces BIGINT, code BINARY(4), mask BIT(16), weight FLOAT, measure DECIMAL(8, 2), at DATETIME,
                day DATE, hour TIME, ident \(MySQLProduct.isMariaDB ? "UUID" : "BINARY(16)"),
                PRIMARY KEY (depot, number));
            INSERT INTO parcel (depot, number, year, state, marks, price, code) VALUES ('a', 1, 2024, 'new', 'a,c', 1.50, 'abcd')
            """

        private struct Case: Sendable {
            let column: String
            let set: @Sendable (Parcel) -> Void
            let reason: String
        }

        private static let refused: [Case] = [
            Case(column: "year", set: { $0.year = 24 }, reason: "is another year to the server: write four digits"),
            Case(column: "year", set: { $0.year = 1 }, reason: "is another year to the server: write four digits"),
            Case(
                column: "state", set: { $0.state = "2" },
                reason: #"is none of the labels 'new', 'it''s \ done', '7'"#),
            Case(
                column: "state", set: { $0.state = "NEW" }, reason: #"is none of the labels 'new', 'it''s \ done', '7'"#
            ),
            Case(
                column: "state", set: { $0.state = "new " },
                reason: #"is none of the labels 'new', 'it''s \ done', '7'"#),
            Case(
                column: "marks", set: { $0.marks = "3" },
                reason: "holds '3', which is none of the members 'a', 'b', 'c'"),
            Case(
                column: "marks", set: { $0.marks = "c,a" },
                reason: "does not have its members in the order 'a', 'b', 'c'"),
            Case(
                column: "marks", set: { $0.marks = "a,a" },
                reason: "does not have its members in the order 'a', 'b', 'c'"),
            Case(
                column: "price", set: { $0.price = Decimal(string: "1.239") },
                reason: "has more than 2 digits behind the point"),
            Case(column: "count", set: { $0.count = 1.5 }, reason: "is no whole number"),
            Case(column: "pieces", set: { $0.pieces = Decimal(string: "0.1") }, reason: "is no whole number"),
            Case(
                column: "code", set: { $0.code = Data([1, 2]) },
                reason: "has 2 bytes, and BINARY(4) fills them up with zeros"),
            Case(column: "mask", set: { $0.mask = "x" }, reason: "is no number"),
            Case(
                column: "weight", set: { $0.weight = 16_777_217 },
                reason: "has more digits than a number of 32 bits keeps"),
            Case(
                column: "day", set: { $0.day = "2026-02-28 12:00:00" }, reason: "has a time, which a DATE does not keep"
            ),
            Case(
                column: "hour", set: { $0.hour = "2026-02-28 00:00:00" },
                reason: "has a day, which a TIME does not keep"),
            Case(
                column: "ident", set: { $0.ident = Data(repeating: 7, count: 16) },
                reason: "is bytes, which are read back as the text of a UUID: make the property a UUID"),
        ]

        private func parcel(_ number: Int) -> Parcel {
            let parcel = Parcel()
            (parcel.depot, parcel.number) = ("a", number)
            return parcel
        }

        @Test func otherValuesAreNotStored() throws {
            let database = try Server.database(Self.script)
            for (index, refused) in Self.refused.enumerated() where refused.column != "ident" || MySQLProduct.isMariaDB
            {
                func requireRefused(_ body: (Session) throws -> Void) {
                    let error = #expect(throws: ModelError.self) { try database.write { try body($0) } }
                    #expect(error?.code == .value && error?.table == "parcel", "\(index)")
                    #expect(
                        error?.message.contains(refused.reason) == true, "\(refused.column): \(error?.message ?? "")")
                    #expect(error?.message.contains("\"\(refused.column)\"") == true, "\(error?.message ?? "")")
                }
                requireRefused { session in
                    let parcel = parcel(10)
                    refused.set(parcel)
                    try session.insert(parcel)
                }
                requireRefused { session in
                    let parcels = [parcel(10), parcel(11)]
                    refused.set(parcels[1])
                    try session.insert(parcels)
                }
                requireRefused { session in
                    guard let parcel = try session.find(Parcel.self, "a", 1) else { return }
                    refused.set(parcel)
                    try parcel.save()
                }
                requireRefused { session in
                    let parcels = try session.query(Parcel.self).all()
                    for parcel in parcels { refused.set(parcel) }
                    try session.update(parcels)
                }
                requireRefused { session in
                    let parcel = parcel(12)
                    refused.set(parcel)
                    try session.upsert(parcel)
                }
            }
            let error = #expect(throws: ModelError.self) {
                let parcel = parcel(13)
                parcel.state = "2"
                try database.write { try $0.insert(parcel) }
            }
            #expect(
                error?.description
                    == #"value: "parcel"."state": text … cannot be bound as `enum`: it is none of the labels 'new', 'it''s \ done', '7'"#,
                "\(error?.description ?? "")")
            let rows = try database.read {
                try $0.rows("SELECT number, year, state, marks, price FROM parcel").map(\.values)
            }
            #expect(rows == [[1, 2024, "new", "a,c", .typed(SQLTypedText("1.50", type: "decimal"))]])
        }

        /// An assignment of a query is a value, too.
        @Test func assignments() throws {
            let database = try Server.database(Self.script)
            try database.write { session in
                let query = try session.query(Parcel.self)
                #expect(throws: ModelError.self) { try query.update(.set(\.year, 24)) }
                #expect(throws: ModelError.self) { try query.update(.set(\.state, "2")) }
                // Of another type than the property's, which fits.
                #expect(throws: ModelError.self) { try query.update(.set("number", 1.5)) }
                #expect(throws: ModelError.self) { try query.update(.set(\.price, Decimal(string: "1.239"))) }
                #expect(
                    try query.update(.set(\.year, 1901), .set(\.state, "7"), .set(\.price, Decimal(string: "2.5"))) == 1
                )
            }
            let rows = try database.read {
                try $0.rows("SELECT year, state, CAST(price AS CHAR) FROM parcel").map(\.values)
            }
            #expect(rows == [[1901, "7", "2.50"]])
        }

        /// Tabs and line ends are cut off, too. Of a CHAR(n) blanks are no part anyway.
        @Test func textsThatAreTooLongByBlanks() throws {
            final class Label: Model {
                var shop = 0, number = 0
                var fixed: String?, text: String?, wide: String?, bytes: Data?
                override class var table: String { "label" }
                override class var primaryKey: [String] { ["shop", "number"] }
            }
            let database = try Server.database(
                """
                CREATE TABLE label (shop INT, number INT, fixed CHAR(3), text TINYTEXT CHARACTER SET latin1, bytes VARCHAR(3),
                    wide TINYTEXT CHARACTER SET ucs2, PRIMARY KEY (shop, number))
                """)
            let accents = String(repeating: "é", count: 253)
            let refused: [(String, (Label) -> Void)] = [
                ("fixed", { $0.fixed = "abc\n" }), ("text", { $0.text = accents + "   " }),
                ("text", { $0.text = accents + "\r\n\t" }), ("bytes", { $0.bytes = Data("abc\t".utf8) }),
                // Two bytes for each character: 127 of them.
                ("wide", { $0.wide = String(repeating: "é", count: 120) + "        " }),
            ]
            for (column, set) in refused {
                let label = Label()
                (label.shop, label.number) = (1, 1)
                set(label)
                let error = #expect(throws: ModelError.self) { try database.write { try $0.save(label) } }
                #expect(error?.code == .value && error?.table == "label" && error?.column == column)
                #expect(error?.message.hasSuffix(": it cuts off the blanks behind them") == true)
            }
            let label = Label()
            (label.shop, label.number) = (1, 1)
            (label.fixed, label.text, label.bytes) = ("ab   ", accents + "  ", Data("ab ".utf8))
            try database.write { try $0.save(label) }
            let read = try #require(try database.read { try $0.find(Label.self, 1, 1) })
            #expect(read.fixed == "ab" && read.text == label.text && read.bytes == label.bytes)
        }

        @Test func whatIsKeptIsStored() throws {
            let database = try Server.database(Self.script)
            let written = parcel(2)
            (written.year, written.state, written.marks) = (0, #"it's \ done"#, "b,c")
            (written.price, written.count, written.pieces) = (Decimal(string: "-12.3"), 3, 4)
            (written.code, written.mask, written.weight) = (Data([1, 0, 0, 0]), "513", 16_777_216)
            (written.day, written.hour) = ("2026-02-28 00:00:00", "-26:00:01")
            // A Double is rounded as its column says.
            written.measure = 0.1 + 0.2
            try database.write { try $0.insert(written) }
            let read = try #require(try database.read { try $0.find(Parcel.self, "a", 2) })
            #expect(read.year == 0 && read.state == #"it's \ done"# && read.marks == "b,c")
            #expect(read.price == Decimal(string: "-12.3") && read.count == 3 && read.pieces == 4)
            #expect(read.code == Data([1, 0, 0, 0]) && read.mask == "513" && read.weight == 16_777_216)
            #expect(read.measure == 0.3)
            #expect(read.day == "2026-02-28" && read.hour == "-26:00:01")
            let stamp = Date(timeIntervalSince1970: 1_700_000_000.75)
            written.at = stamp
            try database.write { try $0.save(written) }
            let seconds = try database.read { try $0.find(Parcel.self, "a", 2) }?.at
            // MySQL rounds, and MariaDB cuts.
            #expect(seconds == Date(timeIntervalSince1970: MySQLProduct.isMariaDB ? 1_700_000_000 : 1_700_000_001))
            let empty = parcel(3)
            (empty.marks, empty.hour) = ("", "1 12:30")
            try database.write { try $0.insert(empty) }
            let found = try database.read { try $0.find(Parcel.self, "a", 3) }
            #expect(found?.marks == "" && found?.hour == "36:30:00")
        }
    }
#endif
