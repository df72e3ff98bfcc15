import Foundation

/// What reads texts and files that others have written.
enum FuzzTarget: String, CaseIterable {
    case predicate, order, tokenizer, date, decimal, dataSources, coreData, schemaText, schemaFile, url

    /// Something that a reader did and must not do.
    struct Finding: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    func corpus() throws -> [[UInt8]] {
        switch self {
        case .predicate: try Corpus.lines("predicate.txt")
        case .order: try Corpus.lines("order.txt")
        case .tokenizer: try Corpus.lines("statement.txt") + Corpus.whole("schema.sql")
        case .date: try Corpus.lines("date.txt")
        case .decimal: try Corpus.lines("decimal.txt")
        case .dataSources: try Corpus.whole("data-sources.plist")
        case .coreData: try Corpus.whole("contents.xml")
        case .schemaText: try Corpus.lines("schema.sql")
        case .schemaFile: [try SchemaInputs.file()]
        case .url: try Corpus.lines("url.txt")
        }
    }

    var words: [String] {
        switch self {
        case .predicate:
            [
                " AND ", " OR ", "NOT ", " IN ", " BETWEEN ", " LIKE ", " CONTAINS ", "[c]", "{", "}", "NULL", "nil",
                "lines.",
                "name", "year", "\"odd name\"", "||", "&&", "=", "<>", ">=", "TRUE", "lower(", "0x", "1e5", "'a'",
            ]
        case .order: [" DESC", " ASC", ",", "name", "year", "\"odd name\""]
        case .tokenizer: ["$$", "$a$", "E'", "U&'", "x'", "::", "[", "]", "BEGIN", "END", "?1", ":a", "/* */"]
        case .date: ["-", ":", ".", "T", "Z", "+", "24", "60", "0000", "9999", " "]
        case .decimal: ["e", "E+", "-", "+", ".", "00000000000000000000", "e127", "e-128", "99999999999999999999"]
        case .dataSources:
            [
                "<dict>", "</dict>", "<key>", "</key>", "<string>", "<true/>", "<array>", "<integer>7</integer>",
                "type", "bplist00",
            ]
        case .coreData:
            ["<entity>", "<attribute ", "name=\"\"", "parentEntity=\"LedgerMark\"", "toMany=\"YES\"", "&lt;", "<!--"]
        case .schemaText, .schemaFile:
            [
                "CREATE TABLE ", "PRIMARY KEY", "REFERENCES tree", "CHECK (", "DEFAULT (", "GENERATED ALWAYS AS (",
                "COLLATE NOCASE",
                "WITHOUT ROWID", "UNIQUE", ", ", "customer", "\"\"", "[x]", "VIRTUAL",
            ]
        case .url: ["postgres://", "@", ":", "?", "&", "%00", "%2F", "#", "[", "]", "host=", "sslmode=", "//"]
        }
    }

    /// How many inputs there are unless something else is asked for.
    var rounds: Int {
        switch self {
        case .schemaText, .schemaFile: 500
        case .dataSources, .coreData: 3000
        default: 20_000
        }
    }
}
