public import Foundation

/// Why a statement could not be rendered.
///
/// ```swift
/// do { _ = try SelectStatement().from("t").lock(.forUpdate).render(for: .sqlite) }
/// catch let error as SQLBuildError { print(error.code, error.hint ?? "") }
/// ```
public struct SQLBuildError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// What kind of mistake it is. More codes may come: keep a `default` in a switch.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The dialect has no such feature.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The statement lacks a part that it cannot do without, such as its table.
        public static let incomplete = Code(rawValue: "incomplete")
        /// The statement's parts contradict each other, for example an operator and its operand.
        public static let invalid = Code(rawValue: "invalid")
    }

    /// What went wrong, for code that reacts to it.
    public let code: Code
    /// What is wrong, naming the part and the dialect.
    public let message: String
    /// What to write instead, where there is something.
    public let hint: String?

    /// An error of the builder; a dialect of your own throws it for what the engine cannot do.
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
