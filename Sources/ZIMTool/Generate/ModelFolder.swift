import Foundation

/// The folder that the classes are written to: which files hold which tables, and what would change in them.
struct ModelFolder {
    let path: String
    /// The file of each block's subject, and its text.
    private(set) var blocks: [String: String] = [:]
    private(set) var texts: [String: String] = [:]
    private var filesWithCarriageReturns: Set<String> = []

    /// Reads the Swift files of a folder and of those in it; a missing folder is empty.
    ///
    /// - Throws: ``ToolError`` for a broken marker, or a table in two files.
    init(path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else { throw ToolError("\(path) is a file, not a folder") }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        for name in names.sorted() where name.hasSuffix(".swift") && !name.split(separator: "/").contains(".build") {
            guard let data = FileManager.default.contents(atPath: path + "/" + name),
                let text = String(validating: data, as: UTF8.self)
            else { continue }
            // Git writes such line ends on Windows, and so may an editor.
            if text.contains("\r\n") { filesWithCarriageReturns.insert(name) }
            let lines = text.replacing("\r\n", with: "\n")
            texts[name] = lines
            for subject in try MarkedBlock.subjects(in: lines, file: name) {
                if let other = blocks[subject] {
                    throw ToolError("\(other) and \(name) both hold the block \"\(subject)\"", "Delete one of them")
                }
                blocks[subject] = name
            }
        }
    }

    /// The tables and views that have a class here, by name.
    var subjects: [String] { blocks.keys.filter { !MarkedBlock.isShared($0) }.sorted() }

    /// The class that a table has here.
    func className(of subject: String) -> String? {
        guard let text = blocks[subject].flatMap({ texts[$0] }), let body = MarkedBlock.body(of: subject, in: text)
        else {
            return nil
        }
        let words = body.split(separator: "\n").first { $0.contains(" class ") && $0.hasSuffix("{") }?
            .split { $0 == " " || $0 == ":" }
        return words.flatMap { words in
            words.firstIndex(of: "class").flatMap { words.indices.contains($0 + 1) ? String(words[$0 + 1]) : nil }
        }
    }

    /// What happens to a file.
    package enum Change: String, Sendable { case created, changed, unchanged }

    /// The files with some blocks put in; nothing is written yet.
    ///
    /// - Parameter wanted: the blocks and the names of the files that they get where they are new.
    /// - Throws: ``ToolError`` where a file of that name exists that is not zim's.
    func changes(_ wanted: [(file: String, block: MarkedBlock)]) throws -> [(
        file: String, text: String, change: Change
    )] {
        var results: [(file: String, text: String, change: Change)] = []
        var current = texts
        var order: [String] = []
        var seen: Set<String> = []
        for (file, block) in wanted {
            let name: String
            if let known = blocks[block.subject], let text = current[known] {
                name = known
                current[name] = try block.replacing(in: text, file: known)
            } else {
                name = file
                if current[name] != nil {
                    throw ToolError(
                        "\(path)/\(name) exists and has no block for \"\(block.subject)\": nothing was written",
                        "Rename that file, or give the class another name in the settings")
                }
                current[name] = block.file
            }
            if seen.insert(name).inserted { order.append(name) }
        }
        for name in order {
            guard let text = current[name] else { continue }
            let old = texts[name]
            results.append((name, text, old == nil ? .created : old == text ? .unchanged : .changed))
        }
        return results
    }

    func write(_ text: String, to file: String) throws {
        let url = URL(fileURLWithPath: path + "/" + file)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            // What is there must not be lost half-way; a new file has nothing to lose.
            let text = filesWithCarriageReturns.contains(file) ? text.replacing("\n", with: "\r\n") : text
            try Data(text.utf8).write(to: url, options: texts[file] == nil ? [] : .atomic)
        } catch { throw ToolError("\(url.path) cannot be written: \(error.localizedDescription)") }
    }
}
