#if PostgreSQL
    public import ZIMDb

    /// A composite type of the server as a Swift type.
    ///
    /// ```swift
    /// struct Place: PostgresComposite {                   // CREATE TYPE place AS (street text, number integer)
    ///     var street: String?
    ///     var number: Int
    ///     static let postgresType = "place"
    ///     init(fields: PostgresFields) throws { (street, number) = (try fields[0], try fields[1]) }
    ///     var fields: [any PostgresValue] { [street, number] }
    /// }
    /// ```
    ///
    /// Values are bound as the server writes them: `("High Street",7)`. Reading throws `ValueMismatch` where the number of
    /// fields differs, a field cannot be read as its type, or NULL stands where none is taken.
    ///
    /// Source: <https://www.postgresql.org/docs/15/rowtypes.html#ROWTYPES-IO-SYNTAX>
    public protocol PostgresComposite: PostgresNativeValue {
        /// Reads the fields in the order of the type's definition.
        init(fields: PostgresFields) throws
        /// The fields in that order.
        var fields: [any PostgresValue] { get }
    }

    /// The fields of a value of a composite type.
    public struct PostgresFields: Sendable {
        let parts: [String?]
        let whole: SQLValue

        /// How many there are.
        public var count: Int { parts.count }

        /// A field, counted from 0.
        ///
        /// - Throws: `ValueMismatch` for a field that is not there or cannot be read as this type.
        public subscript<T: PostgresValue>(index: Int) -> T {
            get throws {
                guard parts.indices.contains(index) else {
                    throw ValueMismatch(
                        value: whole, type: "\(T.self)", reason: "has \(count) fields, and field \(index) is none")
                }
                do {
                    return try T(column: parts[index].map { PostgresText.value($0, type: T.postgresType) } ?? .null)
                } catch let
                    mismatch as ValueMismatch
                {
                    throw ValueMismatch(
                        value: whole, type: "\(T.self)",
                        reason: "has a field \(index) that cannot: " + mismatch.explanation)
                }
            }
        }
    }

    extension PostgresComposite {
        public init(column value: SQLValue) throws {
            let (text, _) = try PostgresText.text(of: value, Self.self)
            let parts: [String?]
            do { parts = try Self.parts(of: text) } catch let failure as PostgresScanner.Failure {
                throw ValueMismatch(value: value, type: "\(Self.self)", reason: failure.reason)
            }
            do { try self.init(fields: PostgresFields(parts: parts, whole: value)) } catch var mismatch as ValueMismatch
            {
                mismatch.type = "\(Self.self)"
                throw mismatch
            }
            guard fields.count == parts.count else {
                throw ValueMismatch(
                    value: value, type: "\(Self.self)",
                    reason: "has \(parts.count) fields, and the Swift type \(fields.count)")
            }
        }

        public var postgresText: String {
            "("
                + fields.map { field in
                    PostgresText.text(of: field.sqlValue, type: type(of: field).postgresType).map {
                        PostgresText.quoted($0, special: "(),", isDoubling: true)
                    } ?? ""
                }.joined(separator: ",") + ")"
        }

        private static func parts(of text: String) throws -> [String?] {
            var scanner = PostgresScanner(text)
            scanner.skipSpace()
            try scanner.expect("(")
            var parts: [String?] = []
            repeat {
                parts.append(try scanner.part { $0 == "," || $0 == ")" }?.text)
            } while scanner.take(",")
            try scanner.expect(")")
            scanner.skipSpace()
            try scanner.requireEnd()
            return parts
        }
    }
#endif
