import Foundation

/// A Swift file that the build compiles, and in which the blocks of pages stand.
struct CompiledSource: Sendable {
    /// The file's name without its ending: for a snippet, the name of its program.
    let name: String
    let isSnippet: Bool
    /// The text with one space for each run of white space, without the marks around snippets.
    let text: String

    static let all: [CompiledSource] = {
        let files = FileManager.default
        return ["Snippets", "Tests", "Examples"].flatMap { folder -> [CompiledSource] in
            let root = Page.root.appendingPathComponent(folder)
            let names = (try? files.subpathsOfDirectory(atPath: root.path)) ?? []
            return names.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.compactMap { name in
                let url = root.appendingPathComponent(name)
                guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
                return CompiledSource(
                    name: url.deletingPathExtension().lastPathComponent, isSnippet: folder == "Snippets",
                    text: folded(text))
            }
        }
    }()

    /// The snippets in which a page's blocks stand.
    static func snippets(of page: Page) -> [CompiledSource] {
        let blocks = page.blocks(of: "swift").map { folded($0.text) }
        return all.filter { source in source.isSnippet && blocks.contains { source.text.contains($0) } }
    }

    /// A text with one space for each run of white space, so that indentation and line ends do not count.
    static func folded(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        let words = lines.filter { !$0.hasPrefix("// snippet.") }.joined(separator: " ")
        return words.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
