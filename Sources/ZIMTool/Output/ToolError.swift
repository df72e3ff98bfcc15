/// Why a command cannot do what it was asked for.
package struct ToolError: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    /// What to do about it.
    package let hint: String?

    package init(_ message: String, _ hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    package var description: String { hint.map { message + ". " + $0 } ?? message }
}
