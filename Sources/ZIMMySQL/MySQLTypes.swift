#if MySQL
    import ZIMDb

    /// How values are bound to the types of MySQL and MariaDB.
    ///
    /// If a value is of another kind than its column, the server compares both as real numbers: `'7abc' = 7` is true, and no
    /// index is used. So values are converted to the column's kind first.
    ///
    /// Source: <https://mariadb.com/kb/en/type-conversion/>, <https://dev.mysql.com/doc/refman/8.0/en/type-conversion.html>
    struct MySQLTypes: ServerTypes {
        var fitsValues: Bool { true }

        /// From 10¹⁵ on and below 10⁻¹⁴ with an exponent, but for digits behind the point. A bound number the server writes
        /// likewise, but rounds it where it is longer than the column.
        ///
        /// Source: `my_gcvt` in MariaDB's `strings/dtoa.c`
        func text(of number: Double) -> String {
            guard let text = DecimalNumber(number) else { return number.description }
            let isPlain = text.isZero || (-14...15).contains(text.point) || text.point == 16 && text.digits.count > 16
            return isPlain ? text.text : text.scientific { "e\($0)" }
        }

        func held(listType: String, declared: String) -> HeldKind {
            let name = declared.prefix { $0 != "(" && $0 != " " }.lowercased()
            switch name {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "year", "bit": return .integer
            case "float", "double", "real": return .double
            case "decimal", "numeric": return .decimal(DecimalDigits(declared), isExact: false)
            case "date": return .day
            case "datetime", "timestamp": return .timestamp
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set": return .text
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob": return .bytes
            default: return .typed
            }
        }

        /// Source: <https://mariadb.com/kb/en/enum/>, <https://mariadb.com/kb/en/set-data-type/>,
        /// <https://mariadb.com/kb/en/year-data-type/>, <https://mariadb.com/kb/en/decimal/>
        func limit(declared: String) -> ValueLimit? {
            switch declared.prefix(while: { $0 != "(" && $0 != " " }).lowercased() {
            case "enum": .labels(MySQLLiteral.labels(of: declared))
            case "set": .members(MySQLLiteral.labels(of: declared))
            case "year": .year
            case "date": .day
            case "time": .time
            case "uuid": .uuid
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext": .text(digits: nil)
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "bit": .whole
            case "decimal", "numeric": .decimal(scale: DecimalDigits(declared)?.scale ?? 0)
            // FLOAT(7, 2) keeps two digits behind the point; FLOAT(24) says how many bits it has.
            case "float" where declared.contains(","): DecimalDigits(declared).map { .decimal(scale: $0.scale) }
            case "double", "real": DecimalDigits(declared).map { .decimal(scale: $0.scale) } ?? .double
            case "float": .float
            case "binary": .bytes(count: declared.contains("(") ? Int(declared.filter(\.isNumber)) ?? 1 : 1)
            default: nil
            }
        }

        /// Bound values and the columns of a key set have types of their own.
        func castType(listType: String) -> String? { nil }

        func dateType(listType: String, declared: String) -> String {
            switch declared.prefix(while: { $0 != "(" }).lowercased() {
            case "date": "date"
            case "datetime": "timestamp without time zone"
            case "timestamp": "timestamp with time zone"
            default: ""
            }
        }

        func collation(listType: String) -> String? {
            guard let mark = listType.range(of: " COLLATE ") else { return nil }
            return String(listType[mark.upperBound...])
        }

        private func characterSet(_ listType: String) -> String? {
            let words = listType.split(separator: " ")
            guard let position = words.firstIndex(of: "SET"), position + 1 < words.count else { return nil }
            return String(words[position + 1])
        }

        func holds(_ column: SQLExpression, _ value: SQLExpression, declared: String, listType: String) -> SQL {
            switch held(listType: listType, declared: declared) {
            case .text: "CAST(CONVERT(\(column) USING utf8mb4) AS BINARY) <=> CAST(\(value) AS BINARY)"
            case .typed where declared.lowercased() == "json":
                "CAST(CAST(\(column) AS CHAR CHARACTER SET utf8mb4) AS BINARY) <=> CAST(\(value) AS BINARY)"
            default: "\(column) <=> \(value)"
            }
        }

        /// Wide enough that no key is cut or clamped to one that is there, and for text in the character set and collation
        /// by which the index is ordered.
        func listColumn(_ values: KeyValues, listType: String) -> ListColumn? {
            switch values {
            case .integer: return column("BIGINT", as: "SIGNED")
            case .unsigned: return column("BIGINT UNSIGNED", as: "UNSIGNED")
            case .decimal(let whole, let scale): return column("DECIMAL(\(max(1, whole + scale)), \(scale))")
            // MySQL casts to DOUBLE since 8.0.17 only.
            case .real: return ListColumn(type: "DOUBLE", cast: ListColumn.Cast("(", " + 0e0)"))
            case .day: return column("DATE")
            case .timestamp: return column("DATETIME(6)")
            case .time: return column("TIME(6)")
            case .bytes:
                var column = text("ascii", "ascii_bin")
                (column.before, column.after) = ("UNHEX(", ")")
                return column
            case .text:
                guard let set = characterSet(listType), let collation = collation(listType: listType) else {
                    return text("utf8mb4", "utf8mb4_bin")
                }
                if set == "utf8mb4" { return text(set, collation) }
                // What the column's character set lacks would become a question mark, which a row may hold.
                var column = text("utf8mb4", "utf8mb4_bin")
                (column.before, column.after) = ("CONVERT(", " USING \(set)) COLLATE \(collation)")
                column.isLossy = true
                return column
            }
        }

        private func column(_ type: String, as castType: String? = nil) -> ListColumn {
            ListColumn(type: type, cast: ListColumn.Cast("CAST(", " AS \(castType ?? type))"))
        }

        private func text(_ set: String, _ collation: String) -> ListColumn {
            ListColumn(
                type: "LONGTEXT CHARACTER SET \(set) COLLATE \(collation)",
                cast: ListColumn.Cast("CONVERT(", " USING \(set)) COLLATE \(collation)"))
        }
    }
#endif
