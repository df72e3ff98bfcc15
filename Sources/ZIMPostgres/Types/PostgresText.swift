#if PostgreSQL
    import Foundation
    import ZIMDb

    /// Values as they stand inside the text of an array, a range or a row.
    enum PostgresText {
        /// The text of a value that a column of a native type holds, and the type's name.
        ///
        /// Plain text is one that a caller gives, as part of a key or in a filter.
        static func text<T>(of value: SQLValue, _ type: T.Type) throws -> (text: String, type: String?) {
            switch value {
            case .typed(let typed): return (typed.text, typed.type)
            case .text(let text): return (text, nil)
            default: throw foreign(value, type)
            }
        }

        /// The error for what no native type of PostgreSQL holds.
        static func foreign<T>(_ value: SQLValue, _ type: T.Type) -> ValueMismatch {
            ValueMismatch(
                value: value, type: "\(type)", reason: "is not a value of such a type, which only PostgreSQL has")
        }

        /// A part of a text as the value that a column of its type would give.
        ///
        /// - Parameter type: the type's name as the server says it, or as Swift's type names it.
        static func value(_ text: String, type: String) -> SQLValue {
            switch type {
            case "bytea":
                let kind = PostgresType(oid: PostgresOID.bytea, name: type, kind: .bytea)
                return text.withUTF8Bytes { kind.value($0, isBinary: false) }
            case "double precision", "float8": return Double(text).map { .real($0) } ?? .text(text)
            case "real", "float4": return Float(text).map { .real(Double($0)) } ?? .text(text)
            case "boolean": return text == "t" ? 1 : text == "f" ? 0 : .text(text)
            case "text", "character varying", "character", "name": return .text(text)
            default: return .typed(SQLTypedText(text, type: type))
            }
        }

        /// A value as the server would print it; nil for NULL.
        ///
        /// - Parameter type: the name of its type.
        static func text(of value: SQLValue, type: String) -> String? {
            switch value {
            case .null: return nil
            case .integer(let number): return type == "boolean" ? (number == 0 ? "f" : "t") : String(number)
            case .real(let number): return type == "real" ? self.number(Float(number)) : self.number(number)
            case .text(let text): return type == "timestamp with time zone" ? time(text) : text
            case .typed(let typed): return type == "timestamp with time zone" ? time(typed.text) : typed.text
            case .blob(let bytes): return "\\x" + SQLValue.hexadecimal(bytes)
            }
        }

        /// `2026-11-21T12:37:03.500Z` as the server prints it: `2026-11-21 12:37:03.5+00`.
        private static func time(_ text: String) -> String {
            let parts = text.split(separator: "T")
            guard parts.count == 2, parts[1].hasSuffix("Z") else { return text }
            var time = String(parts[1].dropLast())
            if time.contains(".") {
                while time.hasSuffix("0") { time.removeLast() }
                if time.hasSuffix(".") { time.removeLast() }
            }
            return parts[0] + " " + time + "+00"
        }

        /// A part in quotes, where the server writes it so.
        ///
        /// - Parameters:
        ///   - special: the characters, besides space, quotes and backslash, that need quotes.
        ///   - isDoubling: whether a quote or backslash is written twice; else a backslash stands before it.
        static func quoted(_ text: String, special: String, isDoubling: Bool) -> String {
            let needs = text.unicodeScalars.contains { scalar in
                scalar == "\"" || scalar == "\\" || special.unicodeScalars.contains(scalar)
                    || scalar == " " || ("\t"..."\r").contains(scalar)
            }
            guard needs || text.isEmpty else { return text }
            var result = "\""
            for scalar in text.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append(isDoubling ? scalar : "\\") }
                result.unicodeScalars.append(scalar)
            }
            return result + "\""
        }
    }
#endif
