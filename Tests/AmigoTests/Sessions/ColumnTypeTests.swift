import Amigo
import TestServer
import Testing

private class Everything: AmigoModel {
    var id: Int?
    var string: String?, nsString: NSString?
    var int16: Int16?, int32: Int32?, int64: Int64?, int: Int?
    var date: Date?, nsDate: NSDate?, data: Data?, nsData: NSData?, bytes: [UInt8]?
    var decimal: NSDecimalNumber?, swiftDecimal: Decimal?
    var double: Double?, float: Float?, bool: Bool?
    var uuid: UUID?, text: String?, number: NSNumber?
}

@Suite(.eachEngine) struct ColumnTypeTests {
    private let id = IntegerField("id", primaryKey: true)

    @Test func everyTypeOfTheListsGoesThereAndBack() throws {
        let model = ORMModel(
            Everything.self, id, Column("string", type: String.self), Column("nsString", type: NSString.self),
            Column("int16", type: Int16.self), Column("int32", type: Int32.self), Column("int64", type: Int64.self),
            Column("int", type: Int.self), Column("date", type: Date.self), Column("nsDate", type: NSDate.self),
            Column("data", type: Data.self), Column("nsData", type: NSData.self), Column("bytes", type: [UInt8].self),
            Column("decimal", type: NSDecimalNumber.self), Column("swiftDecimal", type: Decimal.self),
            Column("double", type: Double.self), Column("float", type: Float.self), Column("bool", type: Bool.self),
            UUIDField("uuid"), UUIDField("text"), Column("number", type: Int.self))
        let amigo = try Amigo([model], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let columns = try amigo.database.read { try $0.table("amigotests_everything")?.columns.dropFirst() }
        #expect(
            columns?.map { "\($0.name): \($0.type)" }
                == ServedEngine.on(
                    sqlite: [
                        "string: TEXT", "nsString: TEXT", "int16: INTEGER", "int32: INTEGER", "int64: INTEGER",
                        "int: INTEGER",
                        "date: TEXT", "nsDate: TEXT", "data: BLOB", "nsData: BLOB", "bytes: BLOB", "decimal: NUMERIC",
                        "swiftDecimal: NUMERIC", "double: REAL", "float: REAL", "bool: INTEGER", "uuid: BLOB",
                        "text: BLOB",
                        "number: INTEGER",
                    ],
                    postgreSQL: [
                        "string: text", "nsString: text", "int16: smallint", "int32: integer", "int64: bigint",
                        "int: bigint",
                        "date: text", "nsDate: text", "data: bytea", "nsData: bytea", "bytes: bytea",
                        "decimal: numeric",
                        "swiftDecimal: numeric", "double: double precision", "float: real", "bool: smallint",
                        "uuid: bytea",
                        "text: bytea", "number: bigint",
                    ],
                    mariaDB: [
                        "string: longtext", "nsString: longtext", "int16: smallint(6)", "int32: int(11)",
                        "int64: bigint(20)", "int: bigint(20)",
                        "date: longtext", "nsDate: longtext", "data: longblob", "nsData: longblob", "bytes: longblob",
                        "decimal: decimal(65,30)", "swiftDecimal: decimal(65,30)", "double: double", "float: double",
                        "bool: smallint(6)", "uuid: binary(16)", "text: binary(16)", "number: bigint(20)",
                    ]))
        let session = amigo.session
        let full = Everything()
        let day = Date(timeIntervalSince1970: 1_000_000)
        (full.string, full.nsString) = ("a", "b")
        (full.int16, full.int32, full.int64, full.int) = (.min, .max, .max, -1)
        (full.date, full.nsDate) = (day, day as NSDate)
        (full.data, full.nsData, full.bytes) = (Data([1, 0]), NSData(data: Data([2])), [255])
        (full.decimal, full.swiftDecimal) = (NSDecimalNumber(string: "12.5"), Decimal(string: "0.1"))
        (full.double, full.float, full.bool, full.number) = (0.25, 1.5, true, 7)
        full.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        full.text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        try session.add(full, Everything())
        let read = try #require(try session.query(Everything.self).get(1))
        #expect(read.string == "a" && read.nsString == "b")
        #expect(read.int16 == .min && read.int32 == .max && read.int64 == .max && read.int == -1)
        #expect(read.date == day && read.nsDate == day as NSDate)
        #expect(read.data == Data([1, 0]) && read.nsData == NSData(data: Data([2])) && read.bytes == [255])
        #expect(read.decimal == NSDecimalNumber(string: "12.5") && read.swiftDecimal == Decimal(string: "0.1"))
        #expect(read.double == 0.25 && read.float == 1.5 && read.bool == true && read.number == 7)
        #expect(read.uuid == full.uuid && read.text == "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
        let empty = try #require(try session.query(Everything.self).get(2))
        #expect(empty.string == nil && empty.uuid == nil && empty.decimal == nil && empty.number == nil)
        let id = try #require(full.uuid)
        #expect(try session.query(Everything.self).filter("uuid = \(id) AND text = \(id)").count() == 1)
        #expect(try session.query(Everything.self).filter("decimal > 9 AND date < \(Date())").count() == 1)
        read.decimal = NSDecimalNumber(string: "12345678901234567.89")
        guard ServedEngine.isSQLite else {
            // A server keeps all digits.
            try session.add(read)
            #expect(try session.query(Everything.self).get(1)?.decimal == read.decimal)
            // MariaDB's has thirty behind the point, and would round more.
            read.swiftDecimal = Decimal(string: "0.1234567890123456789012345678905")
            if ServedEngine.isMariaDB {
                let error = #expect(throws: ModelError.self) { try session.add(read) }
                #expect(error?.message.contains("has more than the 30 digits behind the point") == true)
                read.swiftDecimal = Decimal(string: "0.123456789012345678901234567890")
            }
            try session.add(read)
            #expect(try session.query(Everything.self).get(1)?.swiftDecimal == read.swiftDecimal)
            return
        }
        // SQLite's numeric column would round it.
        let error = #expect(throws: ModelError.self) { try session.add(read) }
        #expect(error?.message.contains("has more than the 15 digits that a numeric column keeps") == true)
        // It would keep a text of what is no number.
        read.decimal = .notANumber
        let second = #expect(throws: ModelError.self) { try session.add(read) }
        #expect(second?.message.hasSuffix("cannot be bound as `NSDecimalNumber?`") == true)
        (read.decimal, read.swiftDecimal) = (nil, .nan)
        let third = #expect(throws: ModelError.self) { try session.add(read) }
        #expect(third?.message.hasSuffix("cannot be bound as `Decimal?`") == true)
    }

    @Test func theNamesOfCoreDataAreTypesToo() throws {
        let names: [(AttributeType, String, String, String, String)] = [
            (.StringAttributeType, "string", "TEXT", "text", "longtext"),
            (.Integer16AttributeType, "int16", "INTEGER", "smallint", "smallint(6)"),
            (.Integer32AttributeType, "int32", "INTEGER", "integer", "int(11)"),
            (.Integer64AttributeType, "int64", "INTEGER", "bigint", "bigint(20)"),
            (.DateAttributeType, "date", "TEXT", "text", "longtext"),
            (.BinaryDataAttributeType, "data", "BLOB", "bytea", "longblob"),
            (.DecimalAttributeType, "decimal", "NUMERIC", "numeric", "decimal(65,30)"),
            (.DoubleAttributeType, "double", "REAL", "double precision", "double"),
            (.FloatAttributeType, "float", "REAL", "real", "double"),
            (.BooleanAttributeType, "bool", "INTEGER", "smallint", "smallint(6)"),
            // Without a type the property's own decides, where columns have types.
            (.UndefinedAttributeType, "bytes", "BLOB", "bytea", "longblob"),
        ]
        let model = ORMModel(
            Everything.self, items: [id] + names.map { Column($0.1, type: $0.0) })
        let amigo = try Amigo([model], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let columns = try amigo.database.read { try $0.table("amigotests_everything")?.columns.dropFirst() }
        #expect(columns?.map(\.type) == names.map { ServedEngine.on(sqlite: $0.2, postgreSQL: $0.3, mariaDB: $0.4) })
    }

    @Test func optionsBecomeConstraintsAndIndexes() throws {
        let model = ORMModel(
            Everything.self, id, CharField("string", optional: false), IntegerField("int", unique: true),
            DoubleField("double", indexed: true), FloatField("float", indexed: true, unique: true),
            BooleanField("bool") { true }, BinaryField("data"),
            DateTimeField("date") { Date(timeIntervalSince1970: 0) },
            Index("both", unique: true, "int", "double"))
        let amigo = try Amigo([model], factory: ServedEngine.makeFactory())
        let log = try SQLLog(amigo)
        try amigo.createAll()
        #expect(
            log.lines() == [
                #"CREATE TABLE IF NOT EXISTS "amigotests_everything" (\#(ServedEngine.countedKey), "string" \#(ServedEngine.text) NOT NULL, "int" \#(ServedEngine.int) UNIQUE, "double" \#(ServedEngine.double), "float" \#(ServedEngine.on(sqlite: "REAL", postgreSQL: "REAL", mariaDB: "DOUBLE")), "bool" \#(ServedEngine.on(sqlite: "INTEGER", postgreSQL: "SMALLINT", mariaDB: "SMALLINT")), "data" \#(ServedEngine.bytes), "date" \#(ServedEngine.text))"#,
                #"CREATE INDEX IF NOT EXISTS "amigotests_everything_double_idx" ON "amigotests_everything" ("double")"#,
                #"CREATE UNIQUE INDEX IF NOT EXISTS "amigotests_everything_float_idx" ON "amigotests_everything" ("float")"#,
                #"CREATE UNIQUE INDEX IF NOT EXISTS "both" ON "amigotests_everything" ("int", "double")"#,
            ])
        let session = amigo.session
        let model1 = Everything()
        model1.string = "a"
        try session.add(model1)
        #expect(model1.bool == true && model1.date == Date(timeIntervalSince1970: 0))
        let error = #expect(throws: DatabaseError.self) { try session.add(Everything()) }
        #expect(error?.code == .constraint)
        #expect(error?.message.contains("string") == true)
    }

    @Test func columnsByKeyPathAreTakenToo() throws {
        let model = ORMModel(
            Everything.self, table: "odd table", id, Column("the string", \Everything.string),
            Column("day", \Everything.date, date: .unixSeconds))
        let amigo = try Amigo([model], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let session = amigo.session
        let some = Everything()
        (some.string, some.date) = ("x", Date(timeIntervalSince1970: 86_400))
        try session.add(some)
        let text = "SELECT \"the string\", day FROM \"odd table\""
        let odd = ServedEngine.isMariaDB ? MySQLWords.quoted(text) : text
        #expect(
            try amigo.execute(odd) { $0.first?.values }
                // The number is the column's own secret, so on an engine with types the column is one of text.
                == ["x", ServedEngine.on(sqlite: 86_400, postgreSQL: "86400", mariaDB: "86400")])
        #expect(try session.query(Everything.self).get(1)?.date == some.date)
    }
}
