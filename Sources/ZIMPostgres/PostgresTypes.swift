#if PostgreSQL
    import ZIMDb

    /// What the types of PostgreSQL mean. Parameters have the types of the columns that they are compared with, so values
    /// need not be made to fit.
    struct PostgresTypes: ServerTypes {
        func held(listType type: String, declared: String) -> HeldKind {
            if type == "bytea" { return .bytes }
            if ["text", "char", "varchar", "bpchar", "citext", "name", "\"char\""].contains(where: {
                type.hasPrefix($0)
            }) {
                return .text
            }
            switch type {
            case "numeric": return .decimal(DecimalDigits(declared), isExact: true)
            case "real": return .float
            case "double precision": return .double
            case "timestamp with time zone", "timestamp without time zone": return .timestamp
            case "smallint", "integer", "bigint", "int2", "int4", "int8", "oid": return .integer
            default: return .typed
            }
        }

        func limit(declared: String, listType: String) -> ValueLimit? {
            switch declared {
            case "bigint": .numeric
            case "double precision": .double
            case "real": .float
            case "date": .day
            case "oid": .unsigned(isBits: false)
            case "\"char\"": .byte
            case "name": .cut(count: 63)
            case "text", "citext": .text(digits: nil)
            case _ where declared.hasPrefix("character varying(") && declared.hasSuffix(")"):
                .text(digits: nil, length: DecimalDigits(declared).map { .characters($0.precision) })
            case _ where declared.hasPrefix("character"): .text(digits: nil)
            case _ where declared.hasPrefix("time ") || declared.hasPrefix("time("): .time()
            case _ where declared.hasPrefix("numeric"): DecimalDigits(declared).map { .decimal(scale: $0.scale) }
            default: nil
            }
        }

        func keyLimit(declared: String, listType: String) -> ValueLimit? {
            let limit = limit(declared: declared, listType: listType)
            if limit == .float { return .single }
            // Without digits they have six, which are those of a property's.
            guard let digits = DecimalDigits(declared)?.precision else { return limit }
            switch limit {
            case .time: return .time(digits: digits)
            case .decimal(let scale): return .fixed(scale: scale)
            default: break
            }
            let isTime = declared.hasPrefix("timestamp") || declared.hasPrefix("interval")
            return isTime ? .seconds(digits: digits) : limit
        }

        /// Numbers are sent as text: see ``PostgresParameters``.
        func text(of number: Double) -> String { Int64(exactly: number).map { String($0) } ?? String(number) }

        func stored(_ value: SQLValue, declared: String) -> SQLValue {
            guard declared == "real", case .real(let number) = value else { return value }
            return .real(Double(Float(number)))
        }

        func castType(listType: String) -> String? { listType }
        func dateType(listType: String, declared: String) -> String { listType }

        func holds(_ column: SQLExpression, _ value: SQLExpression, declared type: String, listType: String) -> SQL {
            if Self.plainTypes.contains(type) { return "\(column) IS NOT DISTINCT FROM \(value)" }
            if type == "text" { return "\(column) COLLATE \"C\" IS NOT DISTINCT FROM \(value)" }
            // Not all types can be compared, and what was written may have been rounded or padded: their texts tell. A cast keeps an
            // XML declaration, which is not read.
            let (start, end) =
                listType == "xml" ? ("pg_catalog.textin(pg_catalog.xml_out(", "))") : ("CAST(", " AS text)")
            return """
                \(unsafe: start)\(column)\(unsafe: end) COLLATE "C" IS NOT DISTINCT FROM \
                \(unsafe: start)CAST(\(value) AS \(unsafe: type))\(unsafe: end)
                """
        }

        /// Types whose values are compared as what they are.
        private static let plainTypes: Set<String> = [
            "smallint", "integer", "bigint", "boolean", "date", "uuid", "bytea", "real", "double precision", "numeric",
            "timestamp without time zone", "timestamp with time zone",
        ]
    }
#endif
