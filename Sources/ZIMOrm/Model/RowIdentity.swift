public import ZIMDb

/// Identifies the row of a model: equal for two models of one class that were loaded from the same row.
///
/// ```swift
/// ForEach(orders, id: \.rowIdentity) { OrderView(order: $0) }
/// let unique = Dictionary(grouping: lines, by: \.rowIdentity)
/// extension Order: Identifiable { var id: RowIdentity { rowIdentity } }
/// ```
///
/// Two models of the same row are not equal themselves, since they may hold different changes. The identity of a model without
/// a row, or of a class without a key, equals only itself.
public struct RowIdentity: Hashable, Sendable {
    private let type: ObjectIdentifier
    private let database: ObjectIdentifier?
    /// The key of the row as it was loaded or saved; empty for a model without a row.
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
    /// The identity of this model's row: see ``RowIdentity``. If you change the key of the model, it changes with the next save.
    public final var rowIdentity: RowIdentity { RowIdentity(self) }
}
