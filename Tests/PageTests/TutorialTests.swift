import Foundation
import Testing
import ZIMOrm

/// The tutorial: its commands print what the page shows, and its package is the one in Examples/Shop.
@Suite struct TutorialTests {
    private let example = Page.root.appendingPathComponent("Examples/Shop")

    /// The blocks of commands and what they print: a line that begins with `$`, up to the next one.
    private func commands(of page: Page) -> [(command: String, output: [Substring])] {
        page.blocks(of: "").flatMap { block -> [(String, [Substring])] in
            var found: [(String, [Substring])] = []
            for line in block.text.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("$ ") {
                    found.append((String(line.dropFirst(2)), []))
                } else if !found.isEmpty {
                    found[found.count - 1].1.append(line)
                }
            }
            return found
        }
    }

    @Test func theCommandsPrintWhatThePageShows() throws {
        let page = try #require(Page("Documentation/GettingStarted.md"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zim-tutorial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(
            at: example.appendingPathComponent("Package.swift"), to: folder.appendingPathComponent("Package.swift"))
        let script = try String(contentsOf: example.appendingPathComponent("legacy.sql"), encoding: .utf8)
        #expect(page.blocks(of: "sql").first.map { $0.text + "\n" } == script)
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        let database = try Database(path: folder.appendingPathComponent("legacy.sqlite").path, options: options)
        try database.execute(SQL(unsafe: script))
        database.close()

        var count = 0
        for (command, output) in commands(of: page) {
            let words = command.split(separator: " ").map(String.init)
            let text: String
            switch words.prefix(3) {
            case ["swift", "run", "Shop"]: text = try BuiltProgram(name: "Shop").run(in: folder).text
            case let first where first.first == "zim":
                text = try BuiltProgram(name: "zim").run(Array(words.dropFirst()), in: folder).text
            default: continue
            }
            count += 1
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(output.isEmpty || Array(lines) == output, "\(command) prints:\n\(text)")
        }
        #expect(count == 6)
        let models = "Sources/ShopModels"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(models).path) {
            let new = try String(contentsOf: folder.appendingPathComponent(models + "/" + name), encoding: .utf8)
            let kept = try? String(contentsOf: example.appendingPathComponent(models + "/" + name), encoding: .utf8)
            #expect(new == kept, "\(name) of Examples/Shop is not what zim generate writes")
        }
    }
}
