import ZIMDb

/// Every model, by a protocol: a metatype that is known as one opens to the class that it stands for; as `Model.Type` it would open
/// to `Model`.
private protocol AnyModel: Model {}
extension Model: AnyModel {}

extension Mapping {
    /// The position of the column that a key path's property is held in, for a key path whose types are not known here.
    ///
    /// - Throws: ``ModelError`` if it begins at another class, or its property has no column.
    func index(ofAny keyPath: AnyKeyPath) throws -> Int {
        let kind = Swift.type(of: keyPath)
        guard let root = kind.rootType as? any AnyModel.Type, let value = kind.valueType as? any ColumnValue.Type,
            let found = try index(keyPath, root, value)
        else {
            throw ModelError(
                .mapping,
                "class \(type): a key path leads from \(kind.rootType) to \(kind.valueType), which is no column of the class",
                table: table, hint: "Name a property of class \(type) that holds a column")
        }
        return found
    }

    /// nil if the key path begins at a class that this one does not inherit from.
    private func index<Root: AnyModel, Value: ColumnValue>(
        _ keyPath: AnyKeyPath, _ root: Root.Type, _ value: Value.Type
    ) throws -> Int? {
        guard type is Root.Type, let keyPath = keyPath as? KeyPath<Root, Value> else { return nil }
        return try index(of: keyPath)
    }

    /// The names of the columns that key paths lead to, in their order.
    func names(of keyPaths: [AnyKeyPath]) throws -> [String] { try keyPaths.map { columns[try index(ofAny: $0)].name } }
}
