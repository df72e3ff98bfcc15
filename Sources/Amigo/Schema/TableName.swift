/// The names that Amigo gives to tables: `App.Dog` is kept in `app_dog`.
enum TableName {
    /// The table of a class: its own where it overrides `table`, else its module and name in lower case.
    static func table(of type: Model.Type) -> String {
        type.table == String(describing: type) ? parts(of: type).joined(separator: "_") : type.table
    }

    /// What the columns that point to a class are called by, in a join table.
    static func label(of type: Model.Type) -> String { parts(of: type).last ?? String(describing: type).lowercased() }

    private static func parts(of type: Model.Type) -> [String] {
        // A class inside a function or a private one has parts that are no names, such as "(unknown context at $10)".
        var name = ""
        var depth = 0
        for character in String(reflecting: type) {
            if character == "(" { depth += 1 }
            if depth == 0 { name.append(character) }
            if character == ")" { depth -= 1 }
        }
        return name.split(separator: ".").map { $0.lowercased() }
    }
}
