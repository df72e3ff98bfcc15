import ZIMDb

/// The types of its columns. Lists are rows of parameters, each cast to the type of the column.
struct ThirdTypes: ServerTypes {
    let fitsValues = true

    func held(listType: String, declared: String) -> HeldKind {
        switch listType {
        case "INTEGER": .integer
        case "REAL": .double
        case "TEXT": .text
        default: .bytes
        }
    }

    func listColumn(_ values: KeyValues, listType: String) -> ListColumn? {
        ListColumn(type: listType, cast: ListColumn.Cast("CAST(", " AS \(listType))"))
    }
}
