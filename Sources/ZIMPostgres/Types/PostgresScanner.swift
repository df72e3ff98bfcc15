#if PostgreSQL
    /// Takes the text of an array, a range or a row apart.
    struct PostgresScanner {
        /// Why a text is none.
        struct Failure: Error { let reason: String }

        private let scalars: [Unicode.Scalar]
        private(set) var position = 0

        init(_ text: String) { scalars = Array(text.unicodeScalars) }

        var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
        var isAtEnd: Bool { position >= scalars.count }

        mutating func skipSpace() {
            while let scalar = next, scalar == " " || ("\t"..."\r").contains(scalar) { position += 1 }
        }

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard next == scalar else { return false }
            position += 1
            return true
        }

        mutating func expect(_ scalar: Unicode.Scalar) throws {
            guard take(scalar) else {
                throw Failure(
                    reason: next.map { "has “\($0)” where “\(scalar)” should be" } ?? "ends where “\(scalar)” should be"
                )
            }
        }

        mutating func requireEnd() throws {
            guard isAtEnd else { throw Failure(reason: "has more behind its end") }
        }

        /// A part up to a character that ends it; nil for one that is empty and not quoted.
        ///
        /// - Returns: its text without quotes, and whether a part of it was quoted.
        mutating func part(until isEnd: (Unicode.Scalar) -> Bool) throws -> (text: String, isQuoted: Bool)? {
            var text = String.UnicodeScalarView()
            var isQuoted = false
            while let scalar = next, !isEnd(scalar) {
                position += 1
                switch scalar {
                case "\\": text.append(try escaped())
                case "\"":
                    isQuoted = true
                    try takeQuoted(&text)
                default: text.append(scalar)
                }
            }
            return text.isEmpty && !isQuoted ? nil : (String(text), isQuoted)
        }

        /// The text between quotation marks, behind the first of them.
        mutating func quoted() throws -> String {
            var text = String.UnicodeScalarView()
            try takeQuoted(&text)
            return String(text)
        }

        private mutating func escaped() throws -> Unicode.Scalar {
            guard let scalar = next else { throw Failure(reason: "ends with a backslash") }
            position += 1
            return scalar
        }

        private mutating func takeQuoted(_ text: inout String.UnicodeScalarView) throws {
            while let scalar = next {
                position += 1
                switch scalar {
                case "\\": text.append(try escaped())
                case "\"":
                    // A second one stands for itself.
                    guard take("\"") else { return }
                    text.append("\"")
                default: text.append(scalar)
                }
            }
            throw Failure(reason: "has a quotation mark that is not closed")
        }
    }
#endif
