import ZIMOrm

/// Writes the methods that follow a class's relationships, each with the SQL that it sends.
struct RelationshipSource {
    let model: ModelPlan
    let plan: ModelsPlan
    let access: String

    var lines: [String] {
        guard !model.methods.isEmpty else { return [] }
        var lines = ["extension \(model.className) {"]
        for (index, method) in model.methods.enumerated() {
            if index > 0 { lines.append("") }
            lines += documentation(of: method) + code(of: method)
        }
        return lines + ["}"]
    }

    private func documentation(of method: ModelPlan.Method) -> [String] {
        let relationship = method.relationship
        var text = relationship.description.comment
        switch relationship.kind {
        case .belongsTo where method.isRequired: text += ", required."
        case .belongsTo where relationship.isOptional && relationship.isDeclared: text += ", optional."
        case .hasManyThrough where relationship.join?.isUnique == false:
            text += "; once for each row of \(relationship.join?.table.comment ?? "")."
        default: text += "."
        }
        var lines = LineBreaks.comment(text, head: "    /// ", next: "    /// ")
        if let target = plan.model(of: relationship.target) {
            let joinTable = relationship.join.flatMap { plan.model(of: $0.table)?.table }
            let sql = RelationshipSQL(
                method: method, target: target, joinTable: joinTable, traits: plan.schema.traits
            ).text
            lines += ["    ///"] + LineBreaks.comment(sql: sql, head: "    ///     ", next: "    ///         ")
        }
        return lines
    }

    private func code(of method: ModelPlan.Method) -> [String] {
        let name = SwiftName.quoted(method.name)
        let call = Self.call(method)
        switch method.relationship.kind {
        case .belongsTo where method.isRequired:
            return body(
                "\(access)func \(name)() throws -> \(method.targetClass)", "belongsTo(required: \(call.arguments))")
        case .belongsTo, .hasOne:
            return body("\(access)func \(name)() throws -> \(method.targetClass)?", "\(call.name)(\(call.arguments))")
        case .hasMany, .hasManyThrough:
            return body(
                "\(access)func \(name)(options: [RelationshipOption] = []) throws -> [\(method.targetClass)]",
                "\(call.name)(\(call.arguments), options: options)")
        }
    }

    private func body(_ signature: String, _ call: String) -> [String] {
        let line = "    \(signature) { try \(call) }"
        if line.count <= 120 { return [line] }
        let head =
            signature.count <= 114
            ? signature
            : signature.replacing(
                "(options: [RelationshipOption] = [])", with: "(\n        options: [RelationshipOption] = []\n    )")
        return ["    \(head) {"] + LineBreaks.call(call, indent: 8, head: "try ") + ["    }"]
    }

    /// The method of Model that follows it, and its arguments.
    static func call(_ method: ModelPlan.Method) -> (name: String, arguments: String) {
        let relationship = method.relationship
        var arguments = "\(method.targetClass).self"
        if let join = relationship.join {
            arguments +=
                ", through: \(method.joinClass ?? "").self, foreignKey: \(SwiftName.list(relationship.foreignKey))"
            arguments += ", targetForeignKey: \(SwiftName.list(join.targetForeignKey))"
            if !relationship.referencesPrimaryKey {
                arguments += ", references: \(SwiftName.list(relationship.references))"
            }
            if !join.referencesPrimaryKey {
                arguments += ", targetReferences: \(SwiftName.list(join.targetReferences))"
            }
            return ("hasMany", arguments)
        }
        arguments += ", foreignKey: \(SwiftName.list(relationship.foreignKey))"
        if !relationship.referencesPrimaryKey {
            arguments += ", references: \(SwiftName.list(relationship.references))"
        }
        return (relationship.kind.rawValue, arguments)
    }
}
