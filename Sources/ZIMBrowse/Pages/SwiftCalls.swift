import ZIMOrm
import ZIMTool

/// What a page shows, as calls of the classes that `zim generate` writes.
struct SwiftCalls {
    private let world: World

    init(_ world: World) { self.world = world }

    private func model(_ table: TableSchema) -> ModelPlan? { world.known.plan?.model(of: table.name) }

    func rows(_ selection: Selection, _ sort: Sort) -> [String] {
        if let relation = selection.relation { return related(relation, selection, sort) }
        guard let model = model(selection.table) else { return [] }
        var calls = ["let rows = try session.query(\(model.className).self)"]
        calls += conditions(selection, model)
        if let column = sort.column, let property = model.property(of: column.name) {
            calls.append("    .orderBy(\\.\(property.name)\(sort.isDescending ? ", ascending: false" : ""))")
        } else if !model.key.isEmpty {
            calls.append("    .orderByKey(\(sort.isDescending ? "ascending: false" : ""))")
        }
        calls.append("    .limit(\(RowSlice.size))")
        calls.append("    .all()")
        return calls
    }

    private func conditions(_ selection: Selection, _ model: ModelPlan) -> [String] {
        var calls: [String] = []
        for equal in selection.equals {
            guard let property = model.property(of: equal.column), let value = literal(equal.value, property.type)
            else {
                calls.append("    // and a condition on \(equal.column.printable), see the SQL")
                continue
            }
            let key = "\\.\(property.name)"
            // The page shows rows without a value, too.
            let orNone = equal.isNegated && property.type.isOptional && value != "nil" ? " || \(key) == nil" : ""
            calls.append("    .filter(\(key) \(equal.isNegated ? "!=" : "==") \(value)\(orNone))")
        }
        if let column = selection.invalid {
            calls.append(
                "    // and only where \(column.name.printable) is not of its type, which no condition says")
        }
        if !selection.filter.isEmpty { calls.append("    .filter(\(SwiftName.literal(selection.filter)))") }
        return calls
    }

    private func literal(_ value: ExactValue, _ type: SwiftType) -> String? {
        switch value.value {
        case .null: type.isOptional ? "nil" : nil
        case .integer(let number) where type.name.contains("Int") || type.name == "Double": String(number)
        case .real(let number) where type.name == "Double" && number.isFinite: "\(number)"
        case .text(let text) where type.name == "String": SwiftName.literal(text)
        default: nil
        }
    }

    /// How one row is found, and where its relationships lead to.
    func row(_ table: TableSchema, _ address: RowAddress) -> [String] {
        guard let model = model(table), let find = find(model, address) else { return [] }
        var calls = [find]
        for method in model.methods {
            let name = variable(model.className)
            calls.append(
                "try \(name)?.\(SwiftName.quoted(method.name))()    // \(method.relationship.description.printable)")
        }
        return calls
    }

    private func find(_ model: ModelPlan, _ address: RowAddress) -> String? {
        guard case .key(let values) = address, values.count == model.key.count, !values.isEmpty else { return nil }
        let parts = zip(model.key, values).map { name, value -> String? in
            guard let property = model.property(of: name) else { return nil }
            if let literal = literal(value, property.type), literal != "nil" { return literal }
            if case .text(let text) = value.value { return SwiftName.literal(text) }
            if case .integer(let number) = value.value { return String(number) }
            return nil
        }
        let known = parts.compactMap { $0 }
        guard known.count == parts.count else { return nil }
        return
            "let \(variable(model.className)) = try session.find(\(model.className).self, \(known.joined(separator: ", ")))"
    }

    private func related(_ relation: Selection.Relation, _ selection: Selection, _ sort: Sort) -> [String] {
        guard let origin = model(relation.origin), let find = find(origin, relation.from) else { return [] }
        let method = origin.methods.first { method in
            let own = method.relationship
            switch relation.kind {
            case .parent(let link): return own == link.toParent
            case .children(let link): return own == link.toChildren
            case .through(let join):
                return own.kind == .hasManyThrough && own.join?.table == join.near.child.name
                    && own.foreignKey == join.near.columns && own.join?.targetForeignKey == join.far.columns
            }
        }
        guard let method else { return [] }
        var calls = [find, "let rows = try \(variable(origin.className))?.\(SwiftName.quoted(method.name))() ?? []"]
        if !selection.equals.isEmpty || !selection.filter.isEmpty || selection.invalid != nil || sort.column != nil
            || sort.isDescending
        {
            calls.append("// All of them, by their key: the page's conditions and order are in the SQL.")
        }
        return calls
    }

    private func variable(_ className: String) -> String {
        SwiftName.quoted(className.prefix(1).lowercased() + className.dropFirst())
    }
}
