public import ZIMDb

/// The values of a primary key as they were given, which a row may hold in another form: what a dictionary of models goes by.
///
/// ```swift
/// let orders = try session.find(Order.self, keys: [[1998, 7], [1998, 8]], as: .dictionary)
/// print(orders[[1998, 7]]?.customer as Any)
/// ```
public struct ModelKey: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The values in key order.
    public let values: [SQLValue]

    /// Makes a key of the values that were given, in key order.
    public init(_ values: [any SQLValueConvertible]) { self.values = values.map(\.sqlValue) }

    public init(arrayLiteral values: any SQLValueConvertible...) { self.init(values) }

    public var description: String { "(\(values.map(\.description).joined(separator: ", ")))" }
}

/// How models that were found by their keys are given back: see ``Session/find(_:keys:as:)``.
public enum KeyedModels: Sendable, Hashable {
    /// Each under its key.
    case dictionary
}
