/// Writes the list of all generated classes.
struct ModelList {
    /// No table is called so.
    static let subject = "*"

    /// Before the tables that were left out on purpose, for `zim check`.
    static let skippedPrefix = "// zim:skipped "

    let plan: ModelsPlan

    var text: String {
        let access = plan.settings.access == "public" ? "public " : ""
        var lines = [
            "import ZIMOrm", "", "/// All classes that zim generated for this database.", "///",
            "///     try database.check(ZIMModels.all)    // throws if the database no longer matches them",
            "\(access)enum ZIMModels {", "    \(access)static var all: [Model.Type] {", "        [",
        ]
        lines += SwiftName.elements(plan.models.map { "\($0.className).self" })
        lines += ["        ]", "    }", "}"]
        let skipped = plan.skipped.map(\.table).sorted()
        if !skipped.isEmpty {
            lines += ["", Self.skippedPrefix + ((try? JSONDocument.encode(skipped, pretty: false)) ?? "[]")]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
