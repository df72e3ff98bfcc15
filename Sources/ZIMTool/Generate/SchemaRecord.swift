import Foundation
import ZIMOrm

/// The tables as they were when their classes were written, kept in a file beside them for `zim check`.
struct SchemaRecord {
    /// A table, and its relationships with the methods that follow them.
    struct Entry: Codable {
        let table: TableSchema
        var methods: [Method]?
        /// The enumerations of its columns; nil where there are none, and in records of older versions.
        var types: [TypeSchema]?

        struct Method: Codable {
            let name: String
            let relationship: RelationshipSchema
        }
    }

    /// No table is called so.
    static let subject = "*schema"
    static let file = "ZIMSchema.swift"
    /// Before a table's name and its text, and where older versions put the text in the class's own block.
    static let prefix = "// zim:schema "
    private static let continuation = "//   "

    /// The body of the block.
    static func text(of plan: ModelsPlan) throws -> String {
        var lines = [
            "// The tables as they were when their classes were written. `zim check` compares them with the database."
        ]
        for model in plan.models {
            let methods = model.methods.filter(\.relationship.isDeclared).map {
                Entry.Method(name: $0.name, relationship: $0.relationship)
            }
            lines.append(prefix + SwiftName.literal(model.table.name))
            let types = plan.schema.enumerations(of: model.table)
            let entry = Entry(table: model.table, methods: methods, types: types.isEmpty ? nil : types)
            lines += chunks(try JSONDocument.encode(entry, pretty: false))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lines that end with a comma, so that an editor that trims blanks changes nothing.
    private static func chunks(_ text: String) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            var line = rest.prefix(120 - continuation.count)
            if line.endIndex < rest.endIndex {
                if let comma = line.lastIndex(of: ",") {
                    line = line[...comma]
                } else {
                    // A very long text: to its next comma.
                    line = rest.firstIndex(of: ",").map { rest[...$0] } ?? rest
                }
            }
            lines.append(continuation + line)
            rest = rest[line.endIndex...]
        }
        return lines
    }

    private var texts: [String: String] = [:]
    private let folder: ModelFolder

    init(of folder: ModelFolder) {
        self.folder = folder
        guard let file = folder.blocks[Self.subject], let text = folder.texts[file],
            let body = MarkedBlock.body(of: Self.subject, in: text)
        else { return }
        var subject: String?
        for line in body.split(separator: "\n") {
            if line.hasPrefix(Self.prefix) {
                subject = MarkedBlock.unquoted(String(line.dropFirst(Self.prefix.count)).trimmingEnd)
            } else if line.hasPrefix(Self.continuation), let subject {
                texts[subject, default: ""] += line.dropFirst(Self.continuation.count).trimmingEnd
            }
        }
    }

    /// A table as it was when its class was written.
    ///
    /// - Throws: ``ToolError`` if it is not recorded, or cannot be read.
    func entry(of subject: String) throws -> Entry {
        let file = folder.blocks[Self.subject] ?? Self.file
        if let text = texts[subject] {
            if let entry = try? JSONDecoder().decode(Entry.self, from: Data(text.utf8)) { return entry }
            throw ToolError("\"\(subject)\" in \(file) cannot be read", "Run zim generate again")
        }
        if let own = folder.blocks[subject], let text = folder.texts[own],
            let body = MarkedBlock.body(of: subject, in: text),
            let line = body.split(separator: "\n").last(where: { $0.hasPrefix(Self.prefix) })
        {
            if let table = try? JSONDecoder().decode(
                TableSchema.self, from: Data(line.dropFirst(Self.prefix.count).utf8))
            {
                return Entry(table: table)
            }
            throw ToolError("the line \"\(Self.prefix)…\" of \(own) cannot be read", "Run zim generate again")
        }
        throw ToolError("\(file) says nothing of \"\(subject)\"", "Run zim generate again")
    }
}

extension DatabaseSchema {
    /// The enumerations of a table's columns, each once.
    fileprivate func enumerations(of table: TableSchema) -> [TypeSchema] {
        let names = Set(table.columns.map(\.type))
        return (types ?? []).filter { !$0.labels.isEmpty && names.contains($0.name) }
    }

    /// The columns whose enumeration has other labels than it had when the class was written.
    func labelDifferences(of table: TableSchema, from old: SchemaRecord.Entry) -> [SchemaDifference] {
        let before = Dictionary((old.types ?? []).map { ($0.name, $0.labels) }) { first, _ in first }
        return table.columns.compactMap { column in
            guard let labels = before[column.type], let now = type(of: column)?.labels, now != labels else {
                return nil
            }
            return SchemaDifference(
                .type, table: table.name, column: column.name,
                "the labels of \(column.type) were (\(labels.joined(separator: ", "))), are (\(now.joined(separator: ", ")))"
            )
        }
    }
}
