public import Foundation

/// A test's expectation that did not hold, or a fixture that cannot be made.
///
/// It is thrown, so it fails a test of Swift Testing and of XCTest alike, and it says what was expected and what came:
///
/// ```
/// OrderTests.swift:12: 2 statements were expected, 3 were sent:
///   1  SELECT "orders"."year", … FROM "orders"
///   …
/// ```
public struct TestSupportError: LocalizedError, Sendable, CustomStringConvertible {
    /// What was expected, and what came.
    public let message: String

    init(_ message: String) { self.message = message }

    public var description: String { message }
    public var errorDescription: String? { message }
}
