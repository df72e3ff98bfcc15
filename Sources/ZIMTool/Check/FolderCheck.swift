import Foundation
import ZIMOrm

/// Compares the classes of a folder, as zim wrote them, with the database as it is now.
package struct FolderCheck: Sendable {
    package let name: String
    package let differences: [SchemaDifference]
    /// How many classes were compared.
    package let count: Int

    /// - Throws: ``ToolError`` where the folder holds no class of zim's, or one cannot be read.
    package init(of file: InspectedDatabase, folder path: String) throws {
        name = file.name
        let folder = try ModelFolder(path: path)
        let subjects = folder.blocks.keys.filter { !$0.hasPrefix("*") }.sorted()
        guard !subjects.isEmpty else {
            throw ToolError(
                "\(path) holds no classes that zim wrote",
                "Write them with zim generate; classes of your own are checked by Database.check")
        }
        count = subjects.count
        let schema = try file.schema()
        var found: [SchemaDifference] = []
        for subject in subjects {
            let old = try Self.recorded(subject, in: folder)
            guard let table = schema.table(subject) else {
                found.append(SchemaDifference(.missingTable, table: subject, "the \(old.kind.rawValue) is gone"))
                continue
            }
            if let problem = schema.problems[table.name] {
                found.append(SchemaDifference(.missingTable, table: subject, "it cannot be read: \(problem)"))
                continue
            }
            found += table.differences(from: old)
            found += try Self.forms(subject, in: folder, table, file)
        }
        let skipped = Set(Self.skipped(in: folder))
        let known = Set(subjects.map { schema.table($0)?.name ?? $0 })
        for table in schema.tables
        where table.kind != .shadow && !known.contains(table.name) && !skipped.contains(table.name)
            && schema.problems[table.name] == nil
        {
            found.append(
                SchemaDifference(.newTable, table: table.name, "a new \(table.kind.rawValue), without a class"))
        }
        differences = found
    }

    /// The table as it was when its class was written.
    private static func recorded(_ subject: String, in folder: ModelFolder) throws -> TableSchema {
        guard let file = folder.blocks[subject], let text = folder.texts[file],
            let body = MarkedBlock.body(of: subject, in: text),
            let line = body.split(separator: "\n").last(where: { $0.hasPrefix(ModelSource.schemaMark) })
        else {
            throw ToolError(
                "the block of \"\(subject)\" has no line \"\(ModelSource.schemaMark)…\"",
                "Write it anew with zim generate")
        }
        do {
            return try JSONDecoder().decode(
                TableSchema.self, from: Data(line.dropFirst(ModelSource.schemaMark.count).utf8))
        } catch {
            throw ToolError(
                "the line \"\(ModelSource.schemaMark)…\" of \(file) cannot be read", "Write it anew with zim generate")
        }
    }

    /// The date columns whose rows are not all in the form that the class declares.
    private static func forms(
        _ subject: String, in folder: ModelFolder, _ table: TableSchema, _ file: InspectedDatabase
    ) throws -> [SchemaDifference] {
        let body = folder.blocks[subject].flatMap { folder.texts[$0] }.flatMap { MarkedBlock.body(of: subject, in: $0) }
        let columns = table.columns.compactMap { column -> (name: String, form: String, format: DateFormat)? in
            let start = "Column(\(SwiftName.literal(column.name)), "
            guard
                let line = body?.split(separator: "\n").first(where: {
                    $0.contains(start) && $0.contains(", as: .date(")
                }),
                let form = line.firstRange(of: ", as: .date(").map({ String(line[$0.upperBound...].dropLast(3)) }),
                let format = DateForm.format(named: form)
            else { return nil }
            return (column.name, form, format)
        }
        if columns.isEmpty { return [] }
        return try file.database.read { session in
            try columns.compactMap { column in
                try FormCheck.finding(
                    column.name, of: table.identifier, in: session, accepts: { column.format.accepts($0) }
                ).map {
                    SchemaDifference(.form, table: table.name, column: column.name, $0.message(".date(\(column.form))"))
                }
            }
        }
    }

    /// Tables that were left out on purpose.
    private static func skipped(in folder: ModelFolder) -> [String] {
        guard let file = folder.blocks[ModelList.subject], let text = folder.texts[file],
            let body = MarkedBlock.body(of: ModelList.subject, in: text),
            let line = body.split(separator: "\n").first(where: { $0.hasPrefix(ModelList.skippedMark) })
        else { return [] }
        let data = Data(line.dropFirst(ModelList.skippedMark.count).utf8)
        return (try? JSONDecoder().decode([String].self, from: data)) ?? []
    }

    /// The differences for a terminal.
    package func text(_ style: TextStyle = .plain) -> String {
        let head = style.heading(name.printable) + ": \(count.counted("class", "classes")) compared, "
        if differences.isEmpty { return head + style.good("all fit") + "\n" }
        let lines = differences.map {
            "  " + style.heading($0.table.printable) + ($0.column.map { "." + $0.printable } ?? "") + ": "
                + $0.message.printable
        }
        return ([head + differences.count.counted("difference")] + lines).joined(separator: "\n") + "\n"
    }

    /// The differences as JSON.
    package func json() throws -> String {
        struct Report: Encodable {
            let database: String
            let classes: Int
            let differences: [SchemaDifference]
        }
        return try JSONText.encode(Report(database: name, classes: count, differences: differences))
    }
}
