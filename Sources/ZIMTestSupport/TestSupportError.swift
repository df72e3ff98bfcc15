public import Foundation

/// An expectation that failed, or a fixture that cannot be inserted.
///
/// Since it is thrown, it fails tests of Swift Testing and of XCTest. It shows what was expected and what happened:
///
/// ```
/// OrderTests.swift:12: 2 statements were expected, 3 were sent:
///   1  SELECT "orders"."year", … FROM "orders"
///   …
/// ```
public struct TestSupportError: LocalizedError, Sendable, CustomStringConvertible {
    /// What was expected, and what happened.
    public let message: String

    init(_ message: String) { self.message = message }

    public var description: String { message }
    public var errorDescription: String? { message }
}
