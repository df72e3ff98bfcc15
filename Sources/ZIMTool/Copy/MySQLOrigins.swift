import ZIMOrm
import ZIMSql

/// What the columns of a table of MySQL hold.
struct MySQLOrigins {
    let table: TableSchema
    let source: CopySource

    func origins() throws -> [String: CopyOrigin] {
        var origins: [String: CopyOrigin] = [:]
        for column in table.columns where !column.isGenerated { origins[column.name] = try origin(of: column) }
        return origins
    }

    private func origin(of column: ColumnSchema) throws -> CopyOrigin {
        let kind = Self.kind(of: column.type)
        if table.checks.contains(where: { Self.isJSON($0, column) }) { return CopyOrigin(.json, "json") }
        if kind == .boolean, let (least, most) = try range(of: column), least < 0 || most > 1 {
            return CopyOrigin(.integer(2), column.type, note: "holds other numbers than 0 and 1, so it is no Boolean")
        }
        // Other engines number signed columns only.
        if kind == .unsigned, column.identity != nil || isReferencingNumber(column) {
            if let (_, most) = try range(of: column), most == .max { return CopyOrigin(kind, column.type) }
            return CopyOrigin(.integer(8), column.type)
        }
        // Of a CHAR, no spaces at the end come back, unless the server is told to fill it up with them.
        return CopyOrigin(kind, column.type, isPadded: column.type.lowercased().hasPrefix("char("))
    }

    /// Whether it is a foreign key's and may reference a column that the server numbers.
    private func isReferencingNumber(_ column: ColumnSchema) -> Bool {
        table.foreignKeys.contains { key in
            guard let position = key.columns.firstIndex(of: column.name), key.references.indices.contains(position),
                let parent = source.schema.table(key.table)
            else { return false }
            return parent.column(key.references[position])?.identity != nil
        }
    }

    /// The least and the largest number of a column, those above 64 bits with a sign being the last of these; nil for none.
    private func range(of column: ColumnSchema) throws -> (Int64, Int64)? {
        let statement = SelectStatement().column(.function("min", .column(column.name)))
            .column(.function("max", .column(column.name))).from(table.identifier)
        guard let row = try source.session.rows(statement).first, !row[0].isNull else { return nil }
        func number(_ value: SQLValue) -> Int64 {
            if case .integer(let number) = value { return number }
            return .max
        }
        return (number(row[0]), number(row[1]))
    }

    /// MariaDB's JSON is a text with a check.
    static func isJSON(_ check: TableSchema.Check, _ column: ColumnSchema) -> Bool {
        column.type.lowercased() == "longtext"
            && check.condition.lowercased() == "json_valid(`\(column.name.replacing("`", with: "``"))`)".lowercased()
    }

    /// What a type means, as the server or a person spells it.
    static func kind(of type: String) -> CopyKind {
        let text = type.lowercased()
        let word = String(text.prefix { $0 != "(" && $0 != " " })
        let numbers = CopyOrigin.numbers(in: type)
        let isUnsigned = text.contains("unsigned")
        switch word {
        case "boolean", "bool": return .boolean
        case "tinyint": return text == "tinyint(1)" ? .boolean : .integer(2)
        case "year": return .integer(2)
        case "smallint": return .integer(isUnsigned ? 4 : 2)
        case "mediumint": return .integer(4)
        case "int", "integer": return .integer(isUnsigned ? 8 : 4)
        case "bigint": return isUnsigned ? .unsigned : .integer(8)
        case "bit":
            switch numbers.first ?? 1 {
            case 1: return .boolean
            case ...15: return .integer(2)
            case ...31: return .integer(4)
            case ...63: return .integer(8)
            default: return .unsigned
            }
        case "float", "double", "real": return .real
        case "decimal", "numeric", "dec", "fixed":
            return .decimal(precision: numbers.first ?? 10, scale: numbers.count > 1 ? numbers[1] : 0)
        case "char", "varchar", "character": return .text(numbers.first ?? 1)
        case "tinytext", "text", "mediumtext", "longtext", "enum", "set", "inet4", "inet6": return .text(nil)
        case "date": return .date
        case "datetime": return .timestamp
        case "timestamp": return .instant
        case "time": return .span
        case "uuid": return .uuid
        case "json": return .json
        // Shapes are bytes, too.
        default: return .bytes
        }
    }
}
