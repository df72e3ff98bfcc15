import Foundation

/// A Swift file that the build compiles, and in which the blocks of pages stand.
struct CompiledSource: Sendable {
    /// The file's name without its ending: for a snippet, the name of its program.
    let name: String
    let isSnippet: Bool
    /// The text with one space for each run of white space, without the marks around snippets.
    let text: String
    private let bytes: Data

    private init(name: String, isSnippet: Bool, text: String) {
        (self.name, self.isSnippet, self.text) = (name, isSnippet, text)
        bytes = Data(text.utf8)
    }

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
        return all.filter { source in source.isSnippet && blocks.contains { source.contains($0) } }
    }

    /// A text with one space for each run of white space, so that indentation and line ends do not count. By bytes: all sources are
    /// folded.
    static func folded(_ text: String) -> String {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) {
            let words = line.split { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
            if let mark = words.dropFirst().first, words[0].elementsEqual("//".utf8), mark.starts(with: "snippet.".utf8)
            {
                continue
            }
            for word in words {
                if !folded.isEmpty { folded.append(UInt8(ascii: " ")) }
                folded += word
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Whether a folded text stands in it.
    func contains(_ folded: String) -> Bool { bytes.range(of: Data(folded.utf8)) != nil }
}
