import Foundation
import Testing

/// The pages say what is so: their Swift is compiled, their SQL is sent, their links lead somewhere.
@Suite struct PageTests {
    @Test func thereArePages() { #expect(Page.all.count > 15) }

    @Test(arguments: Page.all)
    func eachSwiftBlockStandsInACompiledFile(_ page: Page) {
        for block in page.blocks(of: "swift") where !block.text.hasPrefix("// swift-tools-version") {
            let text = CompiledSource.folded(block.text)
            #expect(
                CompiledSource.all.contains { $0.contains(text) },
                "\(page.path):\(block.line) stands in no file of Snippets, Tests or Examples")
        }
    }

    /// A statement may leave parts out, which `…` stands for.
    /// Those of the cookbook and of the tutorial have tests of their own.
    @Test(
        arguments: Page.all.filter {
            !["Documentation/Cookbook.md", "Documentation/GettingStarted.md"].contains($0.path)
        })
    func eachStatementIsSent(_ page: Page) throws {
        let snippets = CompiledSource.snippets(of: page)
        let blocks = page.blocks(of: "sql")
        guard !blocks.isEmpty else { return }
        let sent = try snippets.map { try SnippetOutput.of($0.name) + "\n" + $0.text }
            .map { CompiledSource.folded($0) }.joined(separator: "\n")
        for block in blocks {
            for statement in StatementText.statements(in: block.text) {
                #expect(
                    StatementText.pattern(for: statement).map { sent.contains($0) } == true,
                    "\(page.path):\(block.line): no snippet of the page sends \(statement)")
            }
        }
    }

    /// A block without a language right behind one of Swift is what a snippet of the page prints; `…` stands for anything.
    @Test(arguments: Page.all)
    func eachOutputIsPrinted(_ page: Page) throws {
        let snippets = CompiledSource.snippets(of: page)
        let outputs = page.outputs
        guard !snippets.isEmpty, !outputs.isEmpty else { return }
        let printed = try snippets.map { CompiledSource.folded(try SnippetOutput.of($0.name)) }.joined(separator: "\n")
        for output in outputs {
            #expect(
                StatementText.pattern(for: CompiledSource.folded(output.text)).map { printed.contains($0) } == true,
                "\(page.path):\(output.line): no snippet of the page prints this")
        }
    }

    @Test func eachMessageOfThePageOfErrorsIsPrinted() throws {
        let text = try String(contentsOf: Page.root.appendingPathComponent("Documentation/Errors.md"), encoding: .utf8)
        let printed = CompiledSource.folded(try SnippetOutput.of("Errors"))
        let rows = text.matches(of: /\n\|[^|\n]+\| `([a-z][A-Za-z]*( \(\d+\))?: [^\n]+)` \|/)
        #expect(rows.count > 8)
        for row in rows {
            #expect(
                StatementText.pattern(for: String(row.1)).map { printed.contains($0) } == true, "not printed: \(row.1)")
        }
    }

    @Test(arguments: Page.all)
    func eachLinkLeadsSomewhere(_ page: Page) {
        let folder = Page.root.appendingPathComponent(page.path).deletingLastPathComponent()
        for link in page.links where !link.contains("://") && !link.hasPrefix("mailto:") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target = parts[0].isEmpty ? page.path : relative(folder.appendingPathComponent(parts[0]))
            #expect(
                FileManager.default.fileExists(atPath: Page.root.appendingPathComponent(target).path),
                "\(page.path): \(link) leads nowhere")
            guard parts.count == 2, let other = Page.all.first(where: { $0.path == target }) else { continue }
            #expect(other.anchors.contains(parts[1]), "\(page.path): \(link) names no heading")
        }
    }

    /// What is said to be tested is tested by a suite of that name.
    @Test(arguments: Page.all)
    func eachSuiteIsThere(_ page: Page) throws {
        let text = try String(contentsOf: Page.root.appendingPathComponent(page.path), encoding: .utf8)
        for match in text.matches(of: /`([A-Za-z]+Tests)`/) {
            let name = String(match.1)
            let isFolder = FileManager.default.fileExists(
                atPath: Page.root.appendingPathComponent("Tests/" + name).path)
            #expect(
                isFolder || CompiledSource.all.contains { $0.contains("struct \(name) {") },
                "\(page.path) names \(name), which is no suite")
        }
    }

    @Test func theReadmeHasThreeScreens() throws {
        let text = try String(contentsOf: Page.root.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    }

    private func relative(_ url: URL) -> String {
        String(url.standardizedFileURL.path.dropFirst(Page.root.standardizedFileURL.path.count + 1))
    }
}
