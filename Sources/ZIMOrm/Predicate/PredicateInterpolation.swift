public import ZIMSql

extension PredicateText {
    /// Collects the text and the values of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol {
        var bytes: [UInt8] = []
        var inserts: [Insert] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount)
            inserts.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            bytes.append(contentsOf: literal.utf8)
        }

        /// A value, bound: `age > \(18)`.
        public mutating func appendInterpolation(_ value: some SQLValueConvertible) {
            append(.value(value.operandValue))
        }

        /// An optional value, bound: nil is NULL. It has a function of its own because the compiler warns about
        /// optionals in other interpolations.
        public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
            append(.value(value?.operandValue ?? .null))
        }

        /// A list of values, each bound: `age IN \([18, 40])`, `age BETWEEN \([18, 40])`.
        public mutating func appendInterpolation<Value: SQLValueConvertible>(_ values: [Value]) {
            append(.list(values.map(\.operandValue)))
        }

        /// Bytes, bound as one value and not as a list of numbers: `hash = \(bytes)`.
        public mutating func appendInterpolation(_ bytes: [UInt8]) {
            append(.value(.blob(bytes)))
        }

        /// A name that is chosen at run time: `\(identifier: column) = 1`. It is one name, dots included; a path is
        /// `\(identifier: relationship).\(identifier: column)`.
        public mutating func appendInterpolation(identifier name: String) {
            append(.name(name))
        }

        /// Predicate text that is chosen at run time: `age \(unsafe: isAscending ? ">" : "<") \(age)`. It is inserted
        /// as it is and parsed with the rest, so the result is still only a predicate.
        public mutating func appendInterpolation(unsafe text: String) {
            bytes.append(contentsOf: text.utf8)
        }

        private mutating func append(_ insert: Insert) {
            bytes.append(PredicateText.placeholder)
            inserts.append(insert)
        }
    }
}
