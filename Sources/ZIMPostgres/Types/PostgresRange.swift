#if PostgreSQL
    public import Foundation
    public import ZIMDb

    /// A range of PostgreSQL: `int8range`, `numrange`, `tstzrange`. It may be empty, and have no bound on a side.
    ///
    /// ```swift
    /// var numbers = PostgresRange(10..<20)                        // [10,20)
    /// var open = PostgresRange<Int>(lower: 5, upper: nil)         // [5,)
    /// if open.contains(7) { … }
    /// PostgresRange<Int>.empty                                    // empty
    /// ```
    ///
    /// The server writes ranges of whole numbers and days with their upper bound excluded: `[10,19]` is read as `[10,20)`. A
    /// bound can be `infinity` for dates of the server; read such ranges as `PostgresRange<String>`.
    ///
    /// Source: <https://www.postgresql.org/docs/15/rangetypes.html#RANGETYPES-IO>
    public struct PostgresRange<Bound: PostgresRangeBound>: PostgresNativeValue {
        /// The lower bound; nil if there is none.
        public let lower: Bound?
        /// The upper bound; nil if there is none.
        public let upper: Bound?
        /// Whether the lower bound is part of the range.
        public let includesLower: Bool
        /// Whether the upper bound is part of the range.
        public let includesUpper: Bool
        /// Whether nothing is in it.
        public let isEmpty: Bool
        private var text: String?

        /// A range between two bounds, of which nil is none. The server refuses a lower bound above the upper one.
        public init(lower: Bound?, upper: Bound?, includesLower: Bool = true, includesUpper: Bool = false) {
            self.lower = lower
            self.upper = upper
            // What is not there is not part of it, as the server has it.
            self.includesLower = includesLower && lower != nil
            self.includesUpper = includesUpper && upper != nil
            isEmpty = false
        }

        private init() {
            (lower, upper) = (nil, nil)
            (includesLower, includesUpper, isEmpty) = (false, false, true)
        }

        /// The range that nothing is in.
        public static var empty: PostgresRange { PostgresRange() }

        public static var postgresType: String { Bound.postgresRangeType }

        public var postgresText: String {
            if let text { return text }
            if isEmpty { return "empty" }
            func part(_ bound: Bound?) -> String {
                guard let bound, let text = PostgresText.text(of: bound.sqlValue, type: Bound.postgresType) else {
                    return ""
                }
                return PostgresText.quoted(text, special: "()[],", isDoubling: true)
            }
            return (includesLower ? "[" : "(") + part(lower) + "," + part(upper) + (includesUpper ? "]" : ")")
        }

        public init(column value: SQLValue) throws {
            let (text, type) = try PostgresText.text(of: value, Self.self)
            do { try self.init(text) } catch let failure as PostgresScanner.Failure {
                throw ValueMismatch(value: value, type: "\(Self.self)", reason: failure.reason)
            } catch let mismatch as ValueMismatch {
                throw ValueMismatch(
                    value: value, type: "\(Self.self)", reason: "has a bound that cannot: " + mismatch.explanation)
            }
            if type != nil { self.text = text }
        }

        private init(_ text: String) throws {
            var scanner = PostgresScanner(text)
            scanner.skipSpace()
            if text.lowercased().split(whereSeparator: \.isWhitespace) == ["empty"] {
                self.init()
                return
            }
            let includesLower = scanner.take("[")
            if !includesLower { try scanner.expect("(") }
            let lower = try scanner.part { $0 == "," || $0 == ")" || $0 == "]" }
            try scanner.expect(",")
            let upper = try scanner.part { $0 == "," || $0 == ")" || $0 == "]" }
            let includesUpper = scanner.take("]")
            if !includesUpper { try scanner.expect(")") }
            scanner.skipSpace()
            try scanner.requireEnd()
            func bound(_ part: (text: String, isQuoted: Bool)?) throws -> Bound? {
                try part.map { try Bound(column: PostgresText.value($0.text, type: Bound.postgresType)) }
            }
            self.init(
                lower: try bound(lower), upper: try bound(upper), includesLower: includesLower,
                includesUpper: includesUpper)
        }

        /// Whether both have the same bounds, however they are spelled.
        public static func == (left: PostgresRange, right: PostgresRange) -> Bool {
            left.isEmpty == right.isEmpty && left.lower == right.lower && left.upper == right.upper
                && left.includesLower == right.includesLower && left.includesUpper == right.includesUpper
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(lower)
            hasher.combine(upper)
            hasher.combine(isEmpty)
        }
    }

    extension PostgresRange: CustomStringConvertible {
        public var description: String { postgresText }
    }

    extension PostgresRange where Bound: Comparable {
        /// `[lower,upper)`
        public init(_ range: Range<Bound>) { self.init(lower: range.lowerBound, upper: range.upperBound) }

        /// `[lower,upper]`
        public init(_ range: ClosedRange<Bound>) {
            self.init(lower: range.lowerBound, upper: range.upperBound, includesUpper: true)
        }

        /// Whether a value is in the range, by Swift's order of the values.
        public func contains(_ value: Bound) -> Bool {
            if isEmpty { return false }
            if let lower, value < lower || (value == lower && !includesLower) { return false }
            if let upper, value > upper || (value == upper && !includesUpper) { return false }
            return true
        }
    }

    /// A Swift type that a range of PostgreSQL can have as its bounds.
    public protocol PostgresRangeBound: PostgresValue, Hashable, Sendable {
        /// The range's type in a cast.
        static var postgresRangeType: String { get }
    }

    extension Int: PostgresRangeBound { public static var postgresRangeType: String { "int8range" } }
    extension Int64: PostgresRangeBound { public static var postgresRangeType: String { "int8range" } }
    extension Int32: PostgresRangeBound { public static var postgresRangeType: String { "int4range" } }
    extension Decimal: PostgresRangeBound { public static var postgresRangeType: String { "numrange" } }
    extension Date: PostgresRangeBound { public static var postgresRangeType: String { "tstzrange" } }
    extension String: PostgresRangeBound {
        /// Days, as `2026-11-21`, and `infinity`.
        public static var postgresRangeType: String { "daterange" }
    }
#endif
