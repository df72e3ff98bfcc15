import ZIMOrm

/// The classes of a database as Swift files.
package struct Generation {
    /// What to write.
    package struct Options: Sendable {
        package var settings = GeneratorSettings()
        /// Whether likely relationships get methods too.
        package var guesses = false
        /// How many rows of each table tell the types; 0 goes by the declarations alone.
        package var sample = 20_000
        package init() {}
    }

    let plan: ModelsPlan
    /// What was given up because it took too long or may not be read; its types are those that are declared.
    package let givenUp: [String]
    /// Where the generated tests find the database.
    private let place: String
    private let isOnServer: Bool

    package init(of file: InspectedDatabase, options: Options = Options()) throws {
        place = file.placeForPrograms
        isOnServer = file.isOnServer
        let schema = try file.schema()
        let observation = try Observation(of: file, schema: schema, rows: options.sample, guesses: options.guesses)
        givenUp = observation.givenUp
        plan = try ModelsPlan(
            schema: schema, observation: observation, likely: observation.likely, settings: options.settings)
    }

    /// Tables that get no class, and why.
    package var skipped: [(table: String, reason: String)] { plan.skipped }

    /// The text of each file, by name, as it is where there are none yet.
    package func files() throws -> [(file: String, text: String)] { try blocks().map { ($0.file, $0.block.file) } }

    private func blocks() throws -> [(file: String, block: MarkedBlock)] {
        var blocks = plan.models.map { model in
            (
                file: model.className + ".swift",
                block: MarkedBlock(subject: model.table.name, body: ModelSource(model: model, plan: plan).text)
            )
        }
        blocks.append(("ZIMModels.swift", MarkedBlock(subject: ModelList.subject, body: ModelList(plan: plan).text)))
        blocks.append(
            (
                SchemaRecord.file,
                MarkedBlock(subject: SchemaRecord.subject, body: try SchemaRecord.text(of: plan))
            ))
        return blocks
    }

    /// What writing did.
    package struct Report: Sendable {
        package var created: [String] = []
        package var changed: [String] = []
        package var unchanged: [String] = []
        /// Files whose table is gone; they are left as they are.
        package var orphaned: [String] = []
    }

    /// Writes the files that are new or changed; what stands outside the markers stays.
    ///
    /// - Throws: ``ToolError``; nothing was written then, unless the disk failed.
    package func write(to path: String) throws -> Report {
        let folder = try ModelFolder(path: path)
        try requireSameTables(in: folder)
        var report = try write(blocks(), to: folder)
        let subjects = Set(plan.models.map(\.table.name) + [ModelList.subject])
        report.orphaned = folder.blocks.filter { !subjects.contains($0.key) && !MarkedBlock.isShared($0.key) }.map(
            \.value
        )
        .sorted()
        return report
    }

    /// Writes the files of tests for the classes, in the same way.
    ///
    /// - Parameters:
    ///   - folder: the folder of the tests.
    ///   - module: the module that holds the classes; nil where they are compiled together with the tests.
    package func writeTests(to folder: String, module: String?) throws -> Report {
        let source = TestSource(plan: plan, module: module)
        let folder = try ModelFolder(path: folder)
        return try write(source.blocks, to: folder) { file, change in
            guard change == .created, file == TestSource.file else { return "" }
            return source.frame(place: place, isOnServer: isOnServer, folder: folder.path)
        }
    }

    /// Throws if a class of the folder would be another table's: programs that use it would read and write that one.
    private func requireSameTables(in folder: ModelFolder) throws {
        let tables = Dictionary(plan.models.map { ($0.className, $0.table.name) }) { first, _ in first }
        for subject in folder.subjects {
            guard let file = folder.blocks[subject], let name = folder.className(of: subject),
                let table = tables[name], table != subject
            else { continue }
            throw ToolError(
                "\(file) has the class \(name) of the table \"\(subject)\", which would become that of \"\(table)\": nothing was "
                    + "written",
                plan.model(of: subject) == nil
                    ? "That table is gone: delete the block, or give the class of \"\(table)\" another name in the settings"
                    : "Keep it in the settings: {\"tables\": {\(JSONValue.text(subject)): {\"class\": \"\(name)\"}}}")
        }
    }

    /// - Parameter head: what stands before the text of a file.
    private func write(
        _ blocks: [(file: String, block: MarkedBlock)], to folder: ModelFolder,
        head: (_ file: String, _ change: ModelFolder.Change) -> String = { _, _ in "" }
    ) throws -> Report {
        var report = Report()
        for (file, text, change) in try folder.changes(blocks) {
            switch change {
            case .created: report.created.append(file)
            case .changed: report.changed.append(file)
            case .unchanged:
                report.unchanged.append(file)
                continue
            }
            try folder.write(head(file, change) + text, to: file)
        }
        return report
    }
}
