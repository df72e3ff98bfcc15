// Reads the description that swift-argument-parser gives of a program and prints a man page. See scripts/man-page.
import Foundation

struct Help: Decodable {
    let command: Command
}

struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
}

struct Argument: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String

        var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: String
    let shouldDisplay: Bool
    let isOptional: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?

    /// `--output folder`, or `database` for one without a name.
    var head: String {
        guard let names, !names.isEmpty else { return valueName ?? "" }
        let text = names.map(\.text).joined(separator: ", ")
        return kind == "option" ? "\(text) <\(valueName ?? "value")>" : text
    }

    var use: String {
        let text = kind == "positional" ? "<\(head)>" : head
        return isOptional ? "[\(text)]" : text
    }
}

/// Text of a man page: a line must not begin with a dot, and a backslash is written \e.
func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let text = line.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }.joined(separator: "\n")
}

func discussion(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "" }
    let parts = text.components(separatedBy: "EXAMPLES\n")
    var result = parts[0].isEmpty ? "" : ".PP\n" + escaped(parts[0].trimmingCharacters(in: .newlines)) + "\n"
    if parts.count > 1 { result += ".PP\nExamples:\n.PP\n.nf\n.RS 4\n" + escaped(parts[1]) + "\n.RE\n.fi\n" }
    return result
}

func options(_ command: Command) -> String {
    (command.arguments ?? []).filter { $0.shouldDisplay && $0.head != "--version" && $0.head != "-h, --help" }.map {
        argument in
        let value = argument.defaultValue.map { " (default: \($0))" } ?? ""
        return ".TP\n.B \(escaped(argument.head))\n\(escaped((argument.abstract ?? "") + value))\n"
    }.joined()
}

func section(_ command: Command, after parents: [String]) -> String {
    let path = parents + [command.commandName]
    let uses = (command.arguments ?? []).filter {
        $0.shouldDisplay && $0.head != "-h, --help" && $0.head != "--version"
    }
    var text = ".SS \"\(path.joined(separator: " "))\"\n\(escaped(command.abstract ?? ""))\n"
    if command.subcommands?.isEmpty ?? true {
        text += ".PP\n.B \(escaped(path.joined(separator: " ")))\n\(escaped(uses.map(\.use).joined(separator: " ")))\n"
    }
    text += discussion(command.discussion) + options(command)
    for child in command.subcommands ?? [] where child.commandName != "help" { text += section(child, after: path) }
    return text
}

let data = FileHandle.standardInput.readDataToEndOfFile()
let root = try JSONDecoder().decode(Help.self, from: data).command
let version = CommandLine.arguments.dropFirst().first ?? ""
var page = ".TH ZIM 1 \"\" \"zim \(escaped(version))\" \"User Commands\"\n"
page += ".SH NAME\n\(root.commandName) \\- \(escaped(root.abstract ?? ""))\n"
page += ".SH SYNOPSIS\n.B zim\n<command> <database> [<options>]\n"
page += ".SH DESCRIPTION\n" + discussion(root.discussion)
page += ".SH COMMANDS\n"
for command in root.subcommands ?? [] where command.commandName != "help" { page += section(command, after: ["zim"]) }
page += ".SH EXIT STATUS\n0, 1 for findings or differences, 2 for a failure, 130 or 143 after a signal.\n"
page +=
    ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNo colour is written.\n.TP\n.B PGPASSWORD, PGPASSFILE, PGSERVICEFILE\nAs libpq reads them.\n"
print(page, terminator: "")
