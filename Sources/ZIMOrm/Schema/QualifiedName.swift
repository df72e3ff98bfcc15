/// A table's name with its schema, as one text that tells it from all others: `sales.orders`.
///
/// Where a part holds a dot or a quotation mark, both stand in quotation marks: `"sales"."or.ders"`.
package enum QualifiedName {
    /// - Parameter taken: names that mean another table, such as one that is called `sales.orders` itself.
    package static func text(schema: String?, table: String, besides taken: Set<String> = []) -> String {
        guard let schema else { return table }
        let plain = schema + "." + table
        let isOdd = (schema + table).contains { $0 == "." || $0 == "\"" }
        return isOdd || taken.contains(plain) ? quoted(schema) + "." + quoted(table) : plain
    }

    /// The table's part of such a text.
    package static func table(of text: String, schema: String?) -> String {
        guard let schema else { return text }
        if text.hasPrefix(schema + ".") { return String(text.dropFirst(schema.count + 1)) }
        let head = quoted(schema) + ".\""
        guard text.hasPrefix(head), text.hasSuffix("\""), text.count > head.count else { return text }
        return String(text.dropFirst(head.count).dropLast()).replacing("\"\"", with: "\"")
    }

    static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
