import ZIMOrm
import ZIMSql

/// The types and collations of a plan that the target has already: they are taken as they are, where they are the same.
struct PostgresKnownTypes {
    private struct Over: Error {}

    let database: Database

    /// Leaves them out of the plan.
    ///
    /// - Throws: ``ToolError`` where a type of the same name is another one.
    func remove(from plan: inout CopyPlan) throws {
        guard !plan.types.isEmpty else { return }
        let known = try database.read { session in
            let types = try PostgresCopyTypes.read(session, withExtensions: true)
            return try plan.types.compactMap { type in
                let function = type.kind == .collation ? "to_regcollation" : "to_regtype"
                let number: SQL = "SELECT \(unsafe: function)(\(type.name))::oid::text"
                return try (session.value(number, as: String?.self) ?? nil).map { (type: type, other: types[$0]) }
            }
        }
        for (type, other) in known where type.kind != .collation {
            if try other.map({ try isSame(type, $0) }) ?? false { continue }
            let words = other.map { "it is \($0.text)" } ?? "it is of another kind"
            throw ToolError(
                "nothing was copied: the type \(type.name) of the source is \(type.text), in \(database.location) \(words)",
                "Rename or drop the type there, or copy into another schema")
        }
        plan.types.removeAll { type in known.contains { $0.type == type } }
    }

    private func isSame(_ type: CopyType, _ other: CopyType) throws -> Bool {
        if type.isSame(as: other) { return true }
        // The server prints some conditions in another way where they were made from what it had printed.
        guard type.kind == .domain, other.kind == .domain, let (one, two) = try remade(type, other) else {
            return false
        }
        return one.isSame(as: two)
    }

    /// What the target makes of two domains; nil where it cannot make them. Nothing of it stays.
    private func remade(_ one: CopyType, _ two: CopyType) throws -> (CopyType, CopyType)? {
        var made: (CopyType, CopyType)?
        do {
            try database.write { session in
                for (type, name) in [(one, "zim_copy_one"), (two, "zim_copy_two")] {
                    try session.execute(type.create(as: name))
                }
                let types = try PostgresCopyTypes.read(session)
                if let one = types.values.first(where: { $0.name == "zim_copy_one" }),
                    let two = types.values.first(where: { $0.name == "zim_copy_two" })
                {
                    made = (one, two)
                }
                throw Over()
            }
        } catch is Over {} catch let error as DatabaseError where error.code != .connection {}
        return made
    }
}
