/// The part of the generated tests that is the same for every database.
enum TestSupportSource {
    static let text = """
        /// A class whose key can be read from a plain row, as its own types.
        protocol PlainlyRead: Model {
            static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue]
            static var plainKeyCount: Int { get }
            var plainKey: [SQLValue] { get }
        }

        func plainDate(_ value: SQLValue, _ format: DateFormat) throws -> SQLValue {
            if value.isNull { return .null }
            guard let date = format.date(from: value) else { throw ValueMismatch(value: value, type: "Date") }
            return date.sqlValue
        }

        /// The parent that must be there; none where the database does not keep its own word.
        func oneOrNone<M: Model>(_ body: () throws -> M) throws -> [M] {
            do { return [try body()] } catch let error as ModelError where error.code == .rowNotFound { return [] }
        }

        /// Loads the first rows by key and compares each property with the plain row.
        func expectRows<M: PlainlyRead>(
            _ type: M.Type, sql: String, _ compare: (M, ResultRow) throws -> Void
        ) throws {
            let database = try openTestedDatabase()
            try database.read { session in
                let rows = try session.rows(SQL(unsafe: sql + " LIMIT 300"))
                guard !M.primaryKey.isEmpty else {
                    let models = try session.query(type).limit(300).all()
                    #expect(models.count == rows.count)
                    for (model, row) in zip(models, rows) { try compare(model, row) }
                    return
                }
                let keys = try rows.map { row in try M.primaryKey.map { try #require(row[$0]) } }
                let counts = counted(keys)
                // Tables that inherit from one on PostgreSQL may repeat its keys: then any of the rows may be found.
                for (row, key) in zip(rows, keys) where counts[key] == 1 {
                    let model = try #require(try session.find(type, key: key), "no \\(type) has the key \\(key)")
                    try compare(model, row)
                }
            }
        }

        func expectSame<V: ColumnValue & Equatable>(_ value: V, _ row: ResultRow, _ position: Int) throws {
            let plain = try V(column: row[position])
            // NaN does not equal itself.
            #expect(plain == value || (plain != plain && value != value), "\\(row.columns[position]) of \\(row)")
        }

        func expectSame(_ value: Date, _ row: ResultRow, _ position: Int, date format: DateFormat) throws {
            #expect(format.date(from: row[position]) == value, "\\(row.columns[position]) of \\(row)")
        }

        func expectSame(_ value: Date?, _ row: ResultRow, _ position: Int, date format: DateFormat) throws {
            #expect(format.date(from: row[position]) == value, "\\(row.columns[position]) of \\(row)")
        }

        /// Follows a relationship from the first rows, and compares what it finds with the join.
        func expectRelated<Source: PlainlyRead, Target: PlainlyRead>(
            _ source: Source.Type, _ target: Target.Type, first: Bool = false, sql: String,
            _ follow: (Source) throws -> [Target]
        ) throws {
            let database = try openTestedDatabase()
            try database.read { session in
                let width = Source.plainKeyCount
                let expected = try session.rows(SQL(unsafe: sql)).map { row in
                    (source: try Source.plainKey(row, 0), target: try Target.plainKey(row, width))
                }
                let models = try session.query(source).orderByKey().limit(300).all()
                var found: [(source: [SQLValue], target: [SQLValue])] = []
                for model in models {
                    for other in try follow(model) { found.append((model.plainKey, other.plainKey)) }
                }
                let wanted = counted(expected.map { $0.source + $0.target })
                let got = counted(found.map { $0.source + $0.target })
                guard first else {
                    #expect(got == wanted)
                    return
                }
                // Where the key that is pointed to is not unique, it is one of the rows.
                #expect(Set(found.map(\\.source)) == Set(expected.map(\\.source)))
                for pair in got.keys { #expect(wanted[pair] != nil) }
            }
        }

        private func counted(_ rows: [[SQLValue]]) -> [[SQLValue]: Int] {
            rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }

        """
}
