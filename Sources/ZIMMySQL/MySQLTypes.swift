#if MySQL
    import Foundation
    import ZIMDb

    /// How values are bound to the types of MySQL and MariaDB.
    ///
    /// If a value is of another kind than its column, the server compares both as real numbers: `'7abc' = 7` is true, and no
    /// index is used. So values are converted to the column's kind first.
    ///
    /// Source: <https://mariadb.com/kb/en/type-conversion/>, <https://dev.mysql.com/doc/refman/8.0/en/type-conversion.html>
    struct MySQLTypes: ServerTypes {
        var fitsValues: Bool { true }
        /// Whether digits of a second that a column does not keep are rounded; else they are cut.
        var roundsSeconds = false
        var isMariaDB = true
        var holdsSurrogates = true
        /// How many bytes of a text decide where `ORDER BY` places it.
        var sortLength = 1_024
        /// Whether NULL is stored as the present time in a TIMESTAMP that is NOT NULL.
        var refillsTimes = true

        func refillsNull(declared: String) -> Bool { refillsTimes && declared.lowercased().hasPrefix("timestamp") }

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
        func limit(declared: String, listType: String) -> ValueLimit? {
            let name = declared.prefix { $0 != "(" && $0 != " " }.lowercased()
            return switch name {
            case "enum": .labels(MySQLLiteral.labels(of: declared))
            case "set": .members(MySQLLiteral.labels(of: declared))
            case "year": .year
            case "date": .day
            case "time": .time()
            case "uuid": .uuid
            case "char": .text(digits: nil, length: DecimalDigits(declared).map { .padded($0.precision) })
            case "varchar": .text(digits: nil, length: DecimalDigits(declared).map { .characters($0.precision) })
            case "tinytext", "text", "mediumtext", "longtext":
                .text(digits: nil, length: Self.length(name, Self.characterSet(listType)))
            case "inet4", "inet6": .address
            case "datetime", "timestamp": .moment
            case "bit": .unsigned(isBits: true)
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint": .whole
            case "decimal", "numeric": .decimal(scale: DecimalDigits(declared)?.scale ?? 0)
            // FLOAT(7, 2) keeps two digits behind the point; FLOAT(24) says how many bits it has.
            case "float" where declared.contains(","): DecimalDigits(declared).map { .decimal(scale: $0.scale) }
            case "double", "real": DecimalDigits(declared).map { .decimal(scale: $0.scale) } ?? .double
            case "float": .float
            case "binary": .bytes(count: declared.contains("(") ? Int(declared.filter(\.isNumber)) ?? 1 : 1)
            default: nil
            }
        }

        /// Other character sets than those of UTF-8 have so many bytes for each character, or more.
        private static func length(_ name: String, _ characterSet: String?) -> ValueLimit.Length? {
            let sizes = ["tinytext": 255, "text": 65_535, "mediumtext": 16_777_215]
            let least = ["ucs2": 2, "utf16": 2, "utf16le": 2, "utf32": 4]
            let set = characterSet ?? ""
            return sizes[name].map { set.hasPrefix("utf8") ? .bytes($0) : .characters($0 / least[set, default: 1]) }
        }

        func keyLimit(declared: String, listType: String) -> ValueLimit? {
            switch declared.prefix(while: { $0 != "(" && $0 != " " }).lowercased() {
            case "datetime", "timestamp":
                return .seconds(digits: ServerColumn(listType: "", declared: declared).secondDigits)
            case "time": return .time(digits: ServerColumn(listType: "", declared: declared).secondDigits)
            default: break
            }
            switch limit(declared: declared, listType: listType) {
            case .float: return .single
            case .decimal(let scale): return .fixed(scale: scale)
            case let limit: return limit
            }
        }

        /// FLOAT has 32 bits, `DOUBLE(8, 2)` two digits behind the point, DATETIME none of a second. A `CAST` would do the last,
        /// but for `0000-00-00`.
        ///
        /// Source: `truncate_double` in MariaDB's `sql/field.cc`, <https://mariadb.com/kb/en/microseconds-in-mariadb/>,
        /// <https://dev.mysql.com/doc/refman/8.0/en/fractional-seconds.html>
        func stored(_ value: SQLValue, declared: String) -> SQLValue {
            let name = declared.prefix { $0 != "(" && $0 != " " }.lowercased()
            let digits = ServerColumn(listType: "", declared: declared).secondDigits
            switch (name, value) {
            case ("float", .real(let number)): return .real(Double(Float(rounded(number, declared))))
            case ("double", .real(let number)), ("real", .real(let number)): return .real(rounded(number, declared))
            case ("datetime", .text(let text)), ("timestamp", .text(let text)): return .text(rounded(text, digits))
            case ("datetime", .typed(let typed)), ("timestamp", .typed(let typed)):
                return .typed(SQLTypedText(rounded(typed.text, digits), type: typed.type))
            default: return value
            }
        }

        private func rounded(_ number: Double, _ declared: String) -> Double {
            guard number.isFinite, declared.contains(","), let digits = DecimalDigits(declared) else { return number }
            let (whole, factor) = (number.rounded(.down), Self.powerOfTen(digits.scale))
            return whole + ((number - whole) * factor).rounded(.toNearestOrEven) / factor
        }

        /// 2000-01-01, from which ``TimestampText`` counts.
        private static let epoch = Date(timeIntervalSince1970: 946_684_800)

        private static func powerOfTen(_ count: Int) -> Double {
            (0..<max(0, count)).reduce(1) { power, _ in power * 10 }
        }

        /// A point in time with so many digits of a second.
        private func rounded(_ time: String, _ digits: Int) -> String {
            guard let point = time.firstIndex(of: ".") else { return time }
            let fraction = time[time.index(after: point)...]
            let lost = fraction.dropFirst(digits)
            guard lost.contains(where: { $0 != "0" }) else { return time }
            let seconds = String(time[..<point])
            let kept = fraction.prefix(digits)
            guard roundsSeconds, let next = lost.first, next >= "5",
                let date = DateFormat.iso8601.date(from: .text(seconds)),
                let microseconds = Int64(kept + String(repeating: "0", count: 6 - kept.count))
            else { return digits > 0 ? seconds + "." + kept : seconds }
            // Whole seconds, which a Date holds exactly in every year.
            let start = Int64(date.timeIntervalSince(Self.epoch)) * 1_000_000
            return TimestampText.timestamp(start + microseconds + Int64(Self.powerOfTen(6 - digits)))
        }

        func dateType(listType: String, declared: String) -> String {
            switch declared.prefix(while: { $0 != "(" }).lowercased() {
            case "date": "date"
            case "datetime" where ServerColumn(listType: "", declared: declared).secondDigits == 0:
                "timestamp(0) without time zone"
            case "datetime": "timestamp without time zone"
            case "timestamp": "timestamp with time zone"
            case "uuid": "uuid"
            default: ""
            }
        }

        func collation(listType: String) -> String? {
            guard let mark = listType.range(of: " COLLATE ") else { return nil }
            return String(listType[mark.upperBound...])
        }

        static func characterSet(_ listType: String) -> String? {
            let words = listType.split(separator: " ")
            return words.firstIndex(of: "SET").flatMap { words.dropFirst($0 + 1).first }.map(String.init)
        }

        /// What was written may have been rounded or cut: it is compared as the column stores it, where ``stored(_:declared:)``
        /// has not seen to it. A text in CHAR loses its spaces at the end.
        func holds(_ column: SQLExpression, _ value: SQLExpression, declared: String, listType: String) -> SQL {
            let name = declared.prefix { $0 != "(" && $0 != " " }.lowercased()
            let digits = ServerColumn(listType: listType, declared: declared).secondDigits
            switch (held(listType: listType, declared: declared), name) {
            case (.text, "char"):
                return """
                    CAST(TRIM(TRAILING ' ' FROM CONVERT(\(column) USING utf8mb4)) AS BINARY) <=> \
                    CAST(TRIM(TRAILING ' ' FROM \(value)) AS BINARY)
                    """
            case (.text, _): return "CAST(CONVERT(\(column) USING utf8mb4) AS BINARY) <=> CAST(\(value) AS BINARY)"
            case (.typed, "json"):
                // The server keeps a spelling of its own, in which a decimal number has digits that its text is not read with.
                return """
                    CAST(CAST(\(Self.json(column)) AS CHAR CHARACTER SET utf8mb4) AS BINARY) <=> \
                    CAST(CAST(\(Self.json(value)) AS CHAR CHARACTER SET utf8mb4) AS BINARY)
                    """
            case (_, "time"):
                let cast = Self.timeCast(digits)
                return "\(column) <=> \(unsafe: cast.before)\(value)\(unsafe: cast.after)"
            case (.decimal(let digits?, _), _):
                let type = "DECIMAL(\(digits.precision), \(digits.scale))"
                return "\(column) <=> CAST(\(value) AS \(unsafe: type))"
            default: return "\(column) <=> \(value)"
            }
        }

        /// Wide enough that no key is cut or clamped to one that is there, and for text in the character set and collation
        /// by which the index is ordered.
        func listColumn(_ values: KeyValues, listType: String) -> ListColumn? {
            switch values {
            case .integer, .natural: return column("BIGINT", as: "SIGNED")
            case .unsigned: return column("BIGINT UNSIGNED", as: "UNSIGNED")
            case .decimal(let whole, let scale): return column("DECIMAL(\(max(1, whole + scale)), \(scale))")
            // MySQL casts to DOUBLE since 8.0.17 only.
            case .real: return ListColumn(type: "DOUBLE", cast: ListColumn.Cast("(", " + 0e0)"))
            case .day: return column("DATE")
            case .timestamp: return column("DATETIME(6)")
            case .time: return column("TIME(6)")
            case .bytes:
                var column = text("ascii", "ascii_bin")
                (column.before, column.after, column.indexedType) = ("UNHEX(", ")", nil)
                return column
            // MySQL compares a time with a text as two texts where none is a parameter alone. MariaDB does not, and makes
            // 00:00:00 of texts that are no time.
            case .text where listType == "TIME(6)" && !isMariaDB: return column("TIME(6)")
            // MySQL cuts a text off to the day where it looks it up in an index.
            case .text where listType == "DATE" && !isMariaDB: return column("DATETIME(6)")
            case .text:
                guard let set = Self.characterSet(listType), let collation = collation(listType: listType) else {
                    return text("utf8mb4", "utf8mb4_bin")
                }
                if set == "utf8mb4" { return text(set, collation) }
                // What the column's character set lacks would become a question mark, which a row may hold.
                var column = text("utf8mb4", "utf8mb4_bin")
                (column.before, column.after) = ("CONVERT(", " USING \(set)) COLLATE \(collation)")
                column.isLossy = true
                let isUnicode = ["utf8", "utf8mb3", "ucs2", "utf16", "utf16le", "utf32"].contains(set)
                column.mayDifferInLength = isUnicode && Self.mayDifferInLength(collation)
                return column
            }
        }
    }

    extension MySQLTypes {
        /// MySQL 8 takes a bound text in `CAST(? AS TIME)` for a date, of which the time is 00:00:00; `concat(?)` stays a text.
        static func timeCast(_ digits: Int) -> ListColumn.Cast {
            ListColumn.Cast("CAST(CONCAT(", ") AS TIME(\(digits)))")
        }

        /// A text as the JSON that it is.
        static func json(_ text: SQLExpression) -> SQL { "CAST(CONVERT(\(text) USING utf8mb4) AS JSON)" }

        private func column(_ type: String, as castType: String? = nil) -> ListColumn {
            var column = ListColumn(type: type, cast: ListColumn.Cast("CAST(", " AS \(castType ?? type))"))
            column.indexedType = indexed(type)
            return column
        }

        private func text(_ set: String, _ collation: String) -> ListColumn {
            let form = "CHARACTER SET \(set) COLLATE \(collation)"
            var column = ListColumn(
                type: "LONGTEXT \(form)", cast: ListColumn.Cast("CONVERT(", " USING \(set)) COLLATE \(collation)"))
            column.indexedType = indexed("VARCHAR(\(ListColumn.indexedLength)) \(form)")
            column.mayDifferInLength = Self.mayDifferInLength(collation)
            return column
        }

        /// The others of Unicode go by its collation algorithm.
        private static func mayDifferInLength(_ collation: String) -> Bool {
            !collation.contains("_general_") && !collation.hasSuffix("_bin")
        }

        /// MySQL joins by a hash, and needs no index.
        private func indexed(_ type: String) -> String? { isMariaDB ? type : nil }
    }
#endif
