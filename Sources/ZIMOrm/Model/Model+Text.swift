import ZIMDb

/// `print(order)` shows the class and its properties: `Order(year: 2026, number: 1, customer: 'Ada')`.
///
/// It is not called `description`, which tables have columns for.
extension Model: TextOutputStreamable {
    /// Writes the class's name and what the properties hold; a class that has a description of its own writes that.
    public final func write(to target: inout some TextOutputStream) {
        if let own = self as? any CustomStringConvertible { return target.write(own.description) }
        guard let mapping = try? currentMapping() else { return target.write("\(type(of: self))") }
        let values = mapping.columns.indices.map { index in
            let column = mapping.columns[index]
            let value = (try? mapping.value(index, of: self)).map(\.description) ?? "?"
            return "\(column.property ?? column.name): \(value)"
        }
        target.write("\(type(of: self))(\(values.joined(separator: ", ")))")
    }
}
