import Foundation

/// The lines in which the members of a JSON text stand, for messages about them.
struct JSONLines: Sendable, Equatable {
    struct Member: Sendable, Equatable {
        /// The names from the outermost object to this member.
        let path: [String]
        /// From 1.
        let line: Int
    }

    /// In the order of the text.
    private(set) var members: [Member] = []

    /// - Parameter text: JSON that has been read already, so it is valid.
    init(_ text: String) {
        /// The name of an object's member that is being read; nil for a list.
        var names: [String?] = []
        var isAwaitingName = false
        var line = 1
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\n": line += 1
            case "{":
                names.append("")
                isAwaitingName = true
            case "[":
                names.append(nil)
                isAwaitingName = false
            case "}", "]": names = names.dropLast()
            case ",": isAwaitingName = names.last.map { $0 != nil } ?? false
            case "\"":
                let string = Self.string(&rest)
                guard isAwaitingName, !names.isEmpty else { continue }
                names[names.count - 1] = string
                isAwaitingName = false
                members.append(Member(path: names.compactMap { $0 }, line: line))
            default: break
            }
        }
    }

    /// The text up to the quotation mark that ends it.
    private static func string(_ rest: inout Substring.UnicodeScalarView) -> String {
        var literal = "\""
        while let scalar = rest.popFirst() {
            literal.unicodeScalars.append(scalar)
            if scalar == "\"" { break }
            if scalar == "\\", let escaped = rest.popFirst() { literal.unicodeScalars.append(escaped) }
        }
        return (try? JSONDecoder().decode(String.self, from: Data(literal.utf8))) ?? literal
    }

    /// The line of a member, or of the innermost object around it that stands in the text.
    func line(of path: [String]) -> Int? {
        var path = path
        while !path.isEmpty {
            if let member = members.first(where: { $0.path == path }) { return member.line }
            path.removeLast()
        }
        return nil
    }
}
