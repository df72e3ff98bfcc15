public import Foundation

/// Why a statement could not be rendered.
///
/// ```swift
/// do { _ = try SelectStatement().from("t").lock(.forUpdate).render(for: .sqlite) }
/// catch let error as SQLBuildError { print(error.code, error.hint ?? "") }
/// ```
public struct SQLBuildError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. More codes may come: keep a `default` in a switch.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The dialect has no such feature.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The statement lacks a required part, such as its table.
        public static let incomplete = Code(rawValue: "incomplete")
        /// The statement's parts contradict each other, for example an operator and its operand.
        public static let invalid = Code(rawValue: "invalid")
    }

    /// The kind of error, for code that handles it.
    public let code: Code
    /// What is wrong, naming the part and the dialect.
    public let message: String
    /// What to write instead, if there is an alternative.
    public let hint: String?

    /// Makes an error; a custom dialect throws it for what its engine cannot do.
    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    public var description: String {
        guard let hint else { return "\(code.rawValue): \(message)" }
        return "\(code.rawValue): \(message). \(hint)"
    }

    public var errorDescription: String? { description }
}
