import ZIMOrm

/// Writes a class as Swift: typed columns, a direct initialiser, and properties that note their changes.
struct ModelSource {
    let model: ModelPlan
    let plan: ModelsPlan

    private var access: String { plan.settings.access == "public" ? "public " : "" }

    /// The block between the markers, without them.
    var text: String {
        var lines = ["import Foundation", "@_spi(Generated) import ZIMOrm", ""]
        lines += headline
        lines.append("\(access)final class \(model.className): Model, RowDecodable {")
        lines += properties + [""] + mapping + [""] + initialisers
        lines.append("}")
        let methods = RelationshipSource(model: model, plan: plan, access: access).lines
        if !methods.isEmpty { lines += [""] + methods }
        return lines.joined(separator: "\n") + "\n"
    }

    private var headline: [String] {
        let table = model.table
        var lines = ["/// A row of the \(table.kind == .view ? "view" : "table") `\(table.name.comment)`."]
        if model.isReadOnly {
            lines.append("/// It is read-only.")
        } else if model.key.isEmpty {
            lines.append("/// The table has no key: rows can be read and inserted, and changed by a query.")
        } else if table.primaryKey.isEmpty {
            lines.append("/// The table has no primary key; this is its first unique one.")
        }
        return lines
    }

    private var properties: [String] {
        var lines: [String] = []
        for (index, property) in model.columns.enumerated() {
            lines += LineBreaks.comment(comment(for: property), head: "    /// ", next: "    /// ")
            let note: String
            if model.key.contains(property.column.name) {
                let old = property.type.dateFormat == nil ? "oldValue" : oldDate(property.type)
                note = "noteChange(\(index), was: \(old))"
            } else {
                // Of those behind the 63rd the model notes which it is.
                note = index < 63 ? "recordedChanges.insert(\(index))" : "noteChange(\(index))"
            }
            let declaration = "    \(access)var \(SwiftName.quoted(property.name)): \(property.type.text) {"
            let observer = "didSet { \(note) }"
            lines +=
                declaration.count + observer.count + 3 <= 120
                ? ["\(declaration) \(observer) }"] : [declaration, "        " + observer, "    }"]
        }
        lines += [
            "    private var recordedChanges = ColumnChanges()",
            "    \(access.isEmpty ? "" : "@_spi(Generated) ")\(access)override var columnChanges: ColumnChanges? {",
            "        get { recordedChanges }",
            "        set { recordedChanges = newValue ?? ColumnChanges() }",
            "    }",
        ]
        return lines
    }

    /// A key's value goes into WHERE as the column holds it.
    private func oldDate(_ type: SwiftType) -> String {
        let format = "DateFormat" + (type.dateFormat ?? ".iso8601")
        return type.isOptional
            ? "oldValue.map { \(format).sqlValue(of: $0) } ?? .null" : "\(format).sqlValue(of: oldValue)"
    }

    private func comment(for property: ModelPlan.Property) -> String {
        let column = property.column
        var text = "`\(column.name.comment)`"
        if !column.type.isEmpty { text += " \(column.type.comment)" }
        if column.isNotNull { text += ", not null" }
        if let position = model.key.firstIndex(of: column.name) {
            text += model.key.count == 1 ? ", the key" : ", part \(position + 1) of the key"
        }
        if column.isGenerated { text += ", computed by the database" }
        if property.takesDefault { text += "; nil in a new row is the database's default" }
        if property.type.hasSeveralForms { text += "; its dates have several formats, so it cannot be compared" }
        return text
    }

    private var mapping: [String] {
        let table = model.table
        var lines = ["    \(access)override class var table: String { \(SwiftName.literal(table.ownName)) }"]
        if let schema = table.schema {
            lines.append("    \(access)override class var schema: String? { \(SwiftName.literal(schema)) }")
        }
        lines.append("    \(access)override class var primaryKey: [String] { \(SwiftName.list(model.key)) }")
        if let source = plan.settings.dataSource {
            lines.append("    \(access)override class var dataSource: String { \(SwiftName.literal(source)) }")
        }
        if model.key.count == 1, !model.isKeyGiven {
            lines.append("    \(access)override class var isAutoIncremented: Bool { false }")
        }
        lines += databaseDefaults
        if model.isReadOnly { lines.append("    \(access)override class var isSaveable: Bool { false }") }
        lines.append("    \(access)override class var storesColumns: Bool { true }")
        lines.append("    \(access)override class var columns: [Column] {")
        lines.append("        [")
        lines += SwiftName.elements(
            model.columns.map { property in
                let date = property.type.dateFormat.map { ", as: .date(\($0))" } ?? ""
                return
                    "Column(\(SwiftName.literal(property.column.name)), \\\(model.className).\(SwiftName.quoted(property.name))\(date))"
            })
        return lines + ["        ]", "    }"] + relationshipList
    }

    /// Of a column that is NOT NULL, or part of the key, nil is the default anyway.
    private var databaseDefaults: [String] {
        let names = model.columns.filter {
            $0.takesDefault && !$0.column.isNotNull && !model.key.contains($0.column.name)
        }.map(\.column.name)
        guard !names.isEmpty else { return [] }
        let head = "    \(access)override class var databaseDefaults: Set<String> {"
        let line = head + " \(SwiftName.list(names)) }"
        if line.count <= 120 { return [line] }
        return [head, "        ["] + SwiftName.elements(names.map(SwiftName.literal)) + ["        ]", "    }"]
    }

    private var relationshipList: [String] {
        guard !model.methods.isEmpty else { return [] }
        var lines = ["    \(access)override class var relationships: [Relationship] {", "        ["]
        lines += SwiftName.elements(
            model.methods.map { method in
                let call = RelationshipSource.call(method)
                let dependent = method.dependent.map { ", dependent: .\($0.rawValue)" } ?? ""
                return ".\(call.name)(\(SwiftName.literal(method.name)), \(call.arguments)\(dependent))"
            })
        return lines + ["        ]", "    }"]
    }

    private var initialisers: [String] {
        var lines = ["    \(access)required init() {"]
        for property in model.columns {
            guard let value = property.initial else { continue }
            lines.append("        \(own(property)) = \(value)")
        }
        lines += ["        super.init()", "    }", "", "    \(access)init(row: borrowing Row) throws {"]
        for (index, property) in model.columns.enumerated() {
            lines.append("        \(own(property)) = \(property.type.read(at: index))")
        }
        return lines + ["        super.init()", "    }"]
    }

    /// The property where the argument `row` would hide it.
    private func own(_ property: ModelPlan.Property) -> String { SwiftName.quoted(property.name) }
}

extension String {
    /// The text for a comment of one line.
    var comment: String { printable.replacing("`", with: "'") }
}
