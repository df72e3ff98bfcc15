import ZIMSql

/// Where the tables of a copy are while it runs: in schemas, or under names of their own beside the tables that are there.
struct CopyHome: Sendable {
    /// What is in a schema of its own at the target.
    struct Place: Sendable, Hashable {
        let schema: String
        let name: String
    }

    /// The schema in which tables are made that have none of their own; nil for a file, and for the database of a connection.
    var schema: String?
    /// The names that tables have until they are complete, by those that they get.
    var staged: [String: String] = [:]
    /// The tables and sequences that have schemas of their own, by what the copy calls them: `sales.orders`.
    private(set) var places: [String: Place] = [:]

    /// The same for all that a plan makes.
    func holding(_ plan: CopyPlan) -> CopyHome {
        var home = self
        home.places = [:]
        for table in plan.tables {
            if let schema = table.schema { home.places[table.name] = Place(schema: schema, name: table.ownName) }
        }
        for sequence in plan.sequences {
            if let schema = sequence.schema {
                home.places[sequence.name] = Place(schema: schema, name: sequence.ownName)
            }
        }
        return home
    }

    /// Where a table or sequence is.
    func place(_ name: String) -> (schema: String?, name: String) {
        if let place = places[name] { return (place.schema, place.name) }
        return (schema, staged[name] ?? name)
    }

    func identifier(_ name: String) -> SQLIdentifier {
        let place = place(name)
        return SQLIdentifier(parts: [place.schema, place.name].compactMap { $0 })
    }
}
