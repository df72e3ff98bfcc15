import Foundation
import TestServer
import ZIMOrm

/// A case as a program that one can paste: the tables, the rows, the classes and the call.
struct CaseText {
    private let subject: OracleCase

    init(_ subject: OracleCase) { self.subject = subject }

    private func literal(_ name: String) -> String {
        "\"" + name.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }

    private func list(_ names: [String]) -> String { "[" + names.map(literal).joined(separator: ", ") + "]" }

    /// A value as SQL: text with what cannot be seen as bytes.
    private func sql(_ value: SQLValue) -> String {
        guard case .text(let text) = value, text.unicodeScalars.contains(where: { $0.value < 32 }) else {
            return value.description
        }
        return "CAST(x'" + text.utf8.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
            + "' AS TEXT)"
    }

    /// A value as Swift.
    private func swift(_ value: SQLValue) -> String {
        switch value {
        case .null: "nil"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text.debugDescription
        case .blob(let bytes): "SQLValue.blob(\(bytes))"
        case .typed(let typed): "SQLValue.typed(SQLTypedText(\(literal(typed.text)), type: \(literal(typed.type))))"
        }
    }

    private func values(_ values: [SQLValue]) -> String { values.map(swift).joined(separator: ", ") }

    var definitions: String {
        var lines = subject.definitions.map { $0 + ";" }
        for (index, table) in subject.tables.enumerated() {
            for row in subject.rows[index] {
                lines.append(
                    "INSERT INTO \(table.quotedName) VALUES (\(([.integer(Int64(row.number))] + row.values).map(sql).joined(separator: ", ")));"
                )
            }
        }
        return lines.joined(separator: "\n")
    }

    var classes: String {
        subject.tables.enumerated().map { index, table in
            var lines = ["final class Table\(index): Model {", "    var number = 0"]
            for (column, spec) in table.columns.enumerated() {
                let type = table.property(column).type
                lines.append("    var \(spec.property)\(type == .any ? ": SQLValue = .null" : ": " + type.swift)")
            }
            lines.append("    override class var table: String { \(literal(table.name)) }")
            lines.append(
                "    override class var primaryKey: [String] { \(list(table.key.map { table.columns[$0].name })) }")
            lines.append("    override class var isAutoIncremented: Bool { false }")
            if subject.kind == .locks {
                let lock =
                    switch subject.lock(table) {
                    case .version(let column): ".version(\(literal(column)))"
                    case let other: ".\(other)"
                    }
                lines.append("    override class var locking: Locking { \(lock) }")
            }
            if subject.hidesRows {
                lines.append("    override class var defaultFilter: DefaultFilter? {")
                lines.append("        DefaultFilter(\\Table\(index).number < \(RowSpec.firstHidden))")
                lines.append("    }")
            }
            if subject.form != .reflected {
                let columns = table.columns.map { column in
                    "Column(\(literal(column.name)), \\Table\(index).\(column.property)"
                        + (column.form.map { ", as: \($0.declaration.swift)" } ?? "") + ")"
                }
                lines.append("    override class var columns: [Column] {")
                lines.append("        [Column(\"number\", \\Table\(index).number), \(columns.joined(separator: ", "))]")
                lines.append("    }")
            }
            let forms = table.columns.filter { $0.form != nil }
            if subject.form == .reflected, !forms.isEmpty {
                let list = forms.map { "\(literal($0.name)): \($0.form?.declaration.swift ?? "")" }
                lines.append("    override class var forms: [String: ColumnForm] { [\(list.joined(separator: ", "))] }")
            }
            let links = subject.links.filter { $0.source == index }
            if !links.isEmpty {
                lines.append("    override class var relationships: [Relationship] {")
                lines.append("        [" + links.map(declaration).joined(separator: ",\n         ") + "]")
                lines.append("    }")
            }
            return (lines + ["}"]).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func declaration(_ link: LinkSpec) -> String {
        let relationship = subject.relationship(link)
        var text =
            ".\(link.kind == .hasManyThrough ? "hasMany" : "\(link.kind)")(\(literal(link.name)), Table\(link.target).self, "
        if let join = link.join { text += "through: Table\(join).self, " }
        text += "foreignKey: \(list(relationship.foreignKey))"
        if let join = relationship.join { text += ", targetForeignKey: \(list(join.targetForeignKey))" }
        if let references = relationship.references { text += ", references: \(list(references))" }
        if let references = relationship.join?.targetReferences { text += ", targetReferences: \(list(references))" }
        return text + ")"
    }

    /// The changes up to the failure; models are counted in the order of loading and making, from 0, round and round.
    var program: String {
        guard subject.kind == .changes || subject.kind == .watches else { return "" }
        return subject.steps.map { step in
            if case .change(let change) = step { return line(change, "") }
            return "\(step)\n"
        }.joined()
    }

    private func line(_ change: Change, _ indent: String) -> String {
        let text: String
        switch change {
        case .load(let table): text = "models += try session.query(Table\(table).self).orderBy(\"number\").all()"
        case .make(let table, let given): text = "models.append(Table\(table)(\(values(given))))"
        case .set(let model, let column, let value):
            text = "models[\(model)] column \(column) = value \(swift(value)) of its family"
        case .save(let model, let way): text = "try session.\(way)(models[\(model)])"
        case .delete(let model): text = "try session.delete(models[\(model)])"
        case .reload(let model): text = "try session.reload(models[\(model)])"
        case .saveAll(let table): text = "try session.save(models of Table\(table))"
        case .bulkUpdate(let table, let column, let value, let condition):
            text =
                filterCall(table, condition, asText: true)
                + ".update(.set(\(literal(subject.tables[table].columns[column].name)), \(swift(value))))"
        case .bulkDelete(let table, let condition): text = filterCall(table, condition, asText: true) + ".delete()"
        case .deleteKeys(let table, let rows):
            text = "try session.delete(Table\(table).self, keys: of the rows \(rows))"
        case .many(let way, let models): text = "try session.\(way)(models \(models))"
        case .follow(let model, let link): text = "try models[\(model)].related(relationship \(link) of its class)"
        case .join(let model, let link, let parent):
            text = "try models[\(model)].set(models[\(parent)], foreignKey: that of relationship \(link) of its class)"
        case .exchange(let table, let column, let models, let isUpdate):
            text =
                "the models \(models) of those of Table\(table) exchange column \(column), try session."
                + (isUpdate ? "update" : "save") + "([…])"
        case .upsertOn(let table, let unique, let given, let row, let keyRow):
            text =
                "try session.upsert(Table\(table)(\(values(given)); unique values of \(row as Int?), key of "
                + "\(keyRow as Int?)), on: unique key \(unique))"
        case .nested(let changes, let isUndone):
            return indent + "try session.transaction { session in\n"
                + changes.map { line($0, indent + "    ") }.joined()
                + (isUndone ? indent + "    throw Undo()\n" : "") + indent + "}\n"
        }
        return indent + text + "\n"
    }

    // MARK: Calls

    func condition(_ name: String, _ condition: Step.Condition) -> String {
        switch condition.comparison {
        case .isNull, .isNotNull: "\(name) \(condition.comparison.rawValue)"
        default: "\(name) \(condition.comparison.rawValue) \(values(condition.values))"
        }
    }

    func followCall(_ link: LinkSpec, _ way: Step.Way, _ options: Step.Options, number: Int) -> String {
        let target = subject.tables[link.target]
        var given: [String] = []
        if let filter = options.filter {
            given.append(".filter(\(condition(literal(target.columns[filter.column].name), filter)))")
        }
        let orders =
            options.orders.map { target.columns[$0.column].property + ($0.isAscending ? "" : " DESC") }
            + (options.endsWithNumber ? ["number"] : [])
        if !orders.isEmpty { given.append(".orderBy(\"\(orders.joined(separator: ", "))\")") }
        if let limit = options.limit { given.append(".limit(\(limit))") }
        if let offset = options.offset { given.append(".offset(\(offset))") }
        let list = given.isEmpty ? "" : ", options: [\(given.joined(separator: ", "))]"
        var query = "session.query(Table\(link.source).self).orderBy(\"number\")"
        switch way {
        case .single: query += ".relationships(.single)"
        case .batched: break
        case .eager: query += ".with(\(literal(link.name))\(list))"
        case .joined: query += ".with(joined: \(literal(link.name)))"
        }
        return query + ".all(), each in turn .related(\(literal(link.name)), as: Table\(link.target).self\(list)); "
            + "of the row \(number)"
    }

    func pathCall(_ link: LinkSpec, number: Int) -> String {
        "session.query(Table\(link.source).self).filter(\"\(link.name).number = \(number)\").orderBy(\"number\").all()"
    }

    func findCall(_ table: Int, _ key: [SQLValue]) -> String {
        "session.find(Table\(table).self, key: [\(values(key))])"
    }

    func findKeysCall(_ table: Int, _ keys: [[SQLValue]], _ way: Step.KeyWay) -> String {
        let list = "[" + keys.map { "[\(values($0))]" }.joined(separator: ", ") + "]"
        return switch way {
        case .find: "session.find(Table\(table).self, keys: \(list))"
        case .filter: "session.query(Table\(table).self).filter(keys: \(list)).all()"
        case .count: "session.query(Table\(table).self).filter(keys: \(list)).count()"
        case .byKeys: "session.find(Table\(table).self, keys: \(list), as: .dictionary)"
        case .isIn: "session.query(Table\(table).self).filter(.key(in: \(list)))"
        case .notIn: "session.query(Table\(table).self).filter(.key(notIn: \(list)))"
        case .twice: "session.query(Table\(table).self).filter(keys: \(list)).filter(keys: every other of them)"
        }
    }

    func filterCall(_ table: Int, _ given: Step.Condition, asText: Bool) -> String {
        let column = subject.tables[table].columns[given.column]
        let text = condition(asText ? literal(column.name) : "\\.\(column.property)", given)
        return "session.query(Table\(table).self).filter(\(asText ? "predicate text " : "")\(text))"
    }

    func filterRowCall(_ table: Int, _ given: [Step.Condition]) -> String {
        let columns = given.map { "\\.\(subject.tables[table].columns[$0.column].property)" }.joined(separator: ", ")
        let comparison = given.first?.comparison.rawValue ?? ""
        return "session.query(Table\(table).self).filter(RowValue(\(columns)) \(comparison) "
            + "(\(values(given.flatMap(\.values)))))"
    }

    func pageCall(_ table: Int, _ orders: [Step.Order], _ size: Int) -> String {
        let text = orders.map {
            ".orderBy(\(literal(subject.tables[table].columns[$0.column].property)), ascending: \($0.isAscending))"
        }
        return "session.query(Table\(table).self)\(text.joined()).limit(\(size)), then .after(last) to the end"
    }
}
