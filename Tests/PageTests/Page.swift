import Foundation
import Testing

/// A page of the documentation: its blocks of code and its links.
struct Page: Sendable, CustomTestStringConvertible {
    /// A fenced block.
    struct Block: Sendable {
        let language: String
        let text: String
        let line: Int
    }

    /// The path within the repository.
    let path: String
    let blocks: [Block]
    /// Where its links lead, as they are written, without those inside code.
    let links: [String]
    /// The names that links to a heading use.
    let anchors: Set<String>

    var testDescription: String { path }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All pages, those of the top folder first.
    static let all: [Page] = {
        let names = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
        let folder = root.appendingPathComponent("Documentation").path
        let pages = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        return (names + pages.filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }).compactMap(Page.init)
    }()

    init?(_ path: String) {
        guard let text = try? String(contentsOf: Page.root.appendingPathComponent(path), encoding: .utf8) else {
            return nil
        }
        self.path = path
        var (blocks, prose): ([Block], [Substring]) = ([], [])
        var open: (language: String, line: Int, lines: [Substring])?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(
                        Block(
                            language: block.language, text: block.lines.joined(separator: "\n"), line: block.line))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), number + 1, [])
                }
            } else if open != nil {
                open?.lines.append(line)
            } else {
                prose.append(line)
            }
        }
        self.blocks = blocks
        let words = prose.joined(separator: "\n").replacing(/`[^`\n]*`/, with: "")
        links = words.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
        anchors = Set(
            prose.filter { $0.hasPrefix("#") }.map { heading in
                heading.drop { $0 == "#" || $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                    .replacing(" ", with: "-")
            })
    }

    func blocks(of language: String) -> [Block] { blocks.filter { $0.language == language } }

    /// The blocks without a language that stand right behind one of Swift.
    var outputs: [Block] {
        zip(blocks, blocks.dropFirst()).filter { code, output in
            let end = code.line + code.text.split(separator: "\n", omittingEmptySubsequences: false).count + 1
            return code.language == "swift" && output.language.isEmpty && output.line == end + 1
        }.map(\.1)
    }
}
