#if MySQL
    import Foundation
    import ZIMDb

    /// What decides how the server compares a column with others.
    private enum MySQLFamily: Equatable {
        case integer, year, decimal(scale: Int), real
        case day, timestamp(digits: Int), time(digits: Int)
        case text(set: String), labels(set: String), bytes
        /// Types with a comparison of their own: UUID, INET4, INET6.
        case own(String)
        case other

        init(_ column: ServerColumn) {
            let set = MySQLTypes.characterSet(column.listType) ?? ""
            let name = column.declared.prefix { $0 != "(" && $0 != " " }.lowercased()
            switch name {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "bit": self = .integer
            case "year": self = .year
            case "decimal", "numeric": self = .decimal(scale: DecimalDigits(column.declared)?.scale ?? 0)
            case "float", "double", "real": self = .real
            case "date": self = .day
            case "datetime", "timestamp": self = .timestamp(digits: column.secondDigits)
            case "time": self = .time(digits: column.secondDigits)
            // Of an expression in a view there may be nothing to know.
            case "enum", "set": self = set.isEmpty ? .other : .labels(set: set)
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext":
                self = set.isEmpty ? .other : .text(set: set)
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob": self = .bytes
            case "uuid", "inet4", "inet6": self = .own(name.uppercased())
            default: self = .other
            }
        }

        var isNumber: Bool {
            switch self {
            case .integer, .year, .decimal, .real: true
            default: false
            }
        }

        var isTime: Bool { if case .time = self { true } else { false } }

        /// The character set of texts.
        var set: String? {
            switch self {
            case .text(let set), .labels(let set): set
            default: nil
            }
        }
    }

    extension MySQLTypes {
        /// A value that the server knows when it plans is made the column's kind before it is compared: 2.5 finds 3 in a column
        /// of integers, and 24 the year 2024. A join does not do that, so values are cast to what their own column is.
        ///
        /// Source: <https://mariadb.com/kb/en/type-conversion/>, <https://mariadb.com/kb/en/character-set-and-collation-overview/>
        func comparison(of source: ServerColumn, with matched: ServerColumn) -> ServerComparison? {
            let (own, other) = (MySQLFamily(source), MySQLFamily(matched))
            if let set = own.set, set == other.set, set != "utf8mb4", source.listType != matched.listType {
                // A collation is that of one character set, and values are bound in utf8mb4.
                return ServerComparison("CONVERT(", " USING \(set))")
            }
            if own == other || own == .other || other == .other { return ServerComparison() }
            switch (own, other) {
            // A time beside a point in time is one of today, and beside others each plan has an answer of its own.
            case (.time(let digits), .time(let others)):
                guard digits > others else { return ServerComparison() }
                return cast(Self.timeCast(6), others)
            case (.time, _), (_, .time): return nil
            case (.day, .year), (.timestamp, .year), (.year, .day), (.year, .timestamp): return nil
            case (.own(let type), .text), (.own(let type), .labels): return ServerComparison("CAST(", " AS \(type))")
            case (.text, .own), (.labels, .own), (.bytes, .own): return ServerComparison()
            case (.own, _), (_, .own): return nil
            // A label is bound, which is a number only where the column is known.
            case (.labels, _) where other.set == nil && other != .bytes: return nil
            case (.timestamp(let digits), .timestamp(let others)) where digits <= others: return ServerComparison()
            // As a number of 14 digits it would not find the day that it is.
            case (.timestamp, .integer) where matched.declared.lowercased().hasPrefix("bigint"): return nil
            case (.timestamp, .timestamp(let others)): return cast(to: "DATETIME(6)", others)
            case (.timestamp, _): return ServerComparison("CAST(", " AS DATETIME(6))")
            case (.day, .timestamp): return ServerComparison()
            // Of a day among texts MySQL 8 cuts the times off in some plans.
            case (.day, .text), (.day, .labels): return ServerComparison("CAST(", " AS DATETIME(6))")
            case (.day, _): return ServerComparison("CAST(", " AS DATE)")
            case (.text, .timestamp(let digits)), (.bytes, .timestamp(let digits)):
                return cast(to: "DATETIME(6)", digits)
            case (.text, .day), (.bytes, .day):
                return ServerComparison("CAST(", " AS DATETIME(6))")
            case (.bytes, _) where !other.isNumber: return ServerComparison("CAST(", " AS BINARY)")
            case (_, .bytes):
                guard let set = own.set else { return ServerComparison() }
                return ServerComparison("CAST(CONVERT(", " USING \(set)) AS BINARY)")
            default: break
            }
            if let set = own.set, let others = other.set { return texts(set, others) }
            var comparison = ServerComparison()
            // A whole number fits all of them but a year: the server reads 24 as 2024.
            let isWhole = own == .integer || own == .year
            // Of texts the server makes other years and bits than numbers.
            if !own.isNumber, other == .year || matched.declared.lowercased().hasPrefix("bit") {
                comparison = ServerComparison("(", " + 0e0)")
            }
            switch other {
            case .year,
                .integer where !isWhole, .decimal where !isWhole:
                comparison.limit = limit(declared: matched.declared, listType: matched.listType)
            default: break
            }
            return comparison
        }

        /// MySQL rounds one that it knows when it plans to the digits of the column.
        private func cast(to type: String, _ digits: Int) -> ServerComparison {
            cast(ListColumn.Cast("CAST(", " AS \(type))"), digits)
        }

        private func cast(_ cast: ListColumn.Cast, _ digits: Int) -> ServerComparison {
            var comparison = ServerComparison(cast.before, cast.after)
            if digits < 6 { comparison.limit = .seconds(digits: digits) }
            return comparison
        }

        /// Texts of two character sets are compared in the one that has all characters of the other.
        private func texts(_ own: String, _ other: String) -> ServerComparison? {
            if own == other { return ServerComparison() }
            func rank(_ set: String) -> Int? {
                switch set {
                case "ascii": 0
                case "utf8mb4": 3
                case "utf8mb3", "utf8": 2
                case "ucs2", "utf16", "utf16le", "utf32": nil
                default: 1
                }
            }
            guard let rankOfOwn = rank(own), let rankOfOther = rank(other), rankOfOwn != rankOfOther else { return nil }
            guard rankOfOwn > rankOfOther else {
                var comparison = ServerComparison()
                comparison.texts = .matched
                return comparison
            }
            var comparison = ServerComparison("CONVERT(", " USING \(own))")
            comparison.texts = .source
            return comparison
        }
    }

    extension MySQLTypes {
        /// MySQL compares JSON with a text as a text of JSON, whatever that holds. A number that is no year is made one before it
        /// is compared, so that nothing is less than 3000, and 24 is 2024 only where it is looked for in an index.
        ///
        /// Source: <https://dev.mysql.com/doc/refman/8.0/en/json.html#json-comparison>, <https://dev.mysql.com/doc/refman/8.0/en/year.html>
        func beside(_ column: SQLExpression, _ value: SQLValue, declared: String) -> (
            column: SQLExpression, value: SQLExpression
        )? {
            // Of the many columns that stand as they are nothing else is asked.
            guard let first = declared.utf8.first, "yYjJ".utf8.contains(first) else { return nil }
            switch (MySQLFamily(ServerColumn(listType: "", declared: declared)), value) {
            case (.year, .integer(let number)):
                switch number {
                case 1..<70: return (column, .value(number + 2_000))
                case 70..<100: return (column, .value(number + 1_900))
                case 0, 1_901...2_155: return nil
                default: return (.operand("\(column) + 0"), .value(number))
                }
            case (.other, .text), (.other, .typed), (.other, .blob):
                return Self.isJSON(declared) ? (column, .operand(Self.json(.value(value)))) : nil
            default: return nil
            }
        }

        /// Of several values MySQL compares the texts of a TIME.
        func lists(declared: String) -> ComparedLists {
            if isMariaDB { return .all }
            if Self.isJSON(declared) { return .none }
            return MySQLFamily(ServerColumn(listType: "", declared: declared)).isTime ? .tables : .all
        }

        /// Of JSON, objects and lists are sorted by how many values they have. Texts and bytes are sorted by the first bytes of
        /// what their collation makes of them: on MariaDB at most two for each byte of the text, where ligatures are resolved, on
        /// MySQL four, except for the collations of Unicode 9, which have no limit. The length of bytes is kept in up to four.
        ///
        /// Source: <https://dev.mysql.com/doc/refman/8.0/en/json.html#json-comparison>,
        /// <https://mariadb.com/kb/en/server-system-variables/#max_sort_length>
        func unsorted(behind value: SQLValue, in column: ServerColumn) -> String? {
            if Self.isJSON(column.declared) { return "sorted in another way than it is compared" }
            let length: Int
            switch value {
            case .text(let text):
                let collation = collation(listType: column.listType) ?? ""
                if !isMariaDB, collation.contains("_0900_") { return nil }
                let most = isMariaDB && !collation.hasPrefix("utf32_") ? 2 : 4
                length = text.decomposedStringWithCompatibilityMapping.utf8.count * most
            case .blob(let bytes): length = bytes.count
            default: return nil
            }
            return length + 4 <= sortLength
                ? nil : "sorted by no more than the first \(sortLength) bytes (max_sort_length) of a value"
        }

        /// MariaDB has texts by this name.
        private static func isJSON(_ declared: String) -> Bool { declared.lowercased() == "json" }
    }
#endif
