import Foundation
import ZIMOrm

/// The tables as they were when their classes were written, kept in a file beside them for `zim check`.
struct SchemaRecord {
    /// A table, and its relationships with the methods that follow them.
    struct Entry: Codable {
        let table: TableSchema
        var methods: [Method]?

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
    static func text(of models: [ModelPlan]) throws -> String {
        var lines = [
            "// The tables as they were when their classes were written. `zim check` compares them with the database."
        ]
        for model in models {
            let methods = model.methods.filter(\.relationship.isDeclared).map {
                Entry.Method(name: $0.name, relationship: $0.relationship)
            }
            lines.append(prefix + SwiftName.literal(model.table.name))
            lines += chunks(try JSONText.encode(Entry(table: model.table, methods: methods), pretty: false))
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
