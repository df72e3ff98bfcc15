public import ZIMDb

/// Which row a model stands for: equal for two models of one class that were loaded from the same row.
///
/// ```swift
/// ForEach(orders, id: \.rowIdentity) { OrderView(order: $0) }
/// let unique = Dictionary(grouping: lines, by: \.rowIdentity)
/// extension Order: Identifiable { var id: RowIdentity { rowIdentity } }
/// ```
///
/// Models themselves are objects and are compared as such: two models of one row may hold different changes. A model without a
/// row, or of a class without a key, is only equal to itself.
public struct RowIdentity: Hashable, Sendable {
    private let type: ObjectIdentifier
    private let database: ObjectIdentifier?
    /// The values of the row's key, as it was loaded or saved; empty for a model without a row.
    public let key: [SQLValue]
    private let model: ObjectIdentifier?

    init(_ model: Model) {
        type = ObjectIdentifier(Swift.type(of: model))
        key = model.isLoaded ? model.record?.key(of: model) ?? [] : []
        database = key.isEmpty ? nil : model.record.map { ObjectIdentifier($0.handle.database) }
        self.model = key.isEmpty ? ObjectIdentifier(model) : nil
    }
}

extension Model {
    /// Which row this model stands for; see ``RowIdentity``. Changing the key in the model does not change it, saving does.
    public final var rowIdentity: RowIdentity { RowIdentity(self) }
}
