import ZIMOrm

/// How the class of a position is mapped while a case runs.
struct TableLayout: Sendable {
    struct Part: Sendable {
        let column: String
        let property: String
        var form: StoredForm?

        /// The property, as its column declares it.
        var accessor: OracleProperty? {
            let plain = OracleProperty.all[property]
            return form.flatMap { form in plain.map { $0.formed(form) } } ?? plain
        }
    }

    let table: String
    let form: MappingForm
    let parts: [Part]
    let key: [String]
    let relationships: [Relationship]
    /// Whether the class has a default filter.
    var hidesRows = false
    var lock = Locking.none

    @TaskLocal static var current: [TableLayout] = []

    static func at(_ position: Int) -> TableLayout? { current.indices.contains(position) ? current[position] : nil }
}
