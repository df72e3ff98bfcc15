import Foundation
import Testing
import ZIMOrm

/// One recipe of the cookbook: a closure that stands in a file of this folder, from which the page takes its text.
struct Recipe: Sendable {
    let title: String
    let note: String
    let showsTransactions: Bool
    let body: @Sendable (Database) throws -> Void

    /// A recipe inside a session.
    init(_ title: String, _ note: String = "", _ body: @escaping @Sendable (Session) throws -> Void) {
        self.init(title, note, showsTransactions: false) { database in try database.write(body) }
    }

    /// A recipe that opens its sessions itself.
    init(
        database title: String, _ note: String = "", showsTransactions: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Void
    ) {
        self.init(title, note, showsTransactions: showsTransactions, body)
    }

    private init(
        _ title: String, _ note: String, showsTransactions: Bool, _ body: @escaping @Sendable (Database) throws -> Void
    ) {
        self.title = title
        self.note = note
        self.showsTransactions = showsTransactions
        self.body = body
    }

    /// What it sends.
    func statements() throws -> [StatementTrace] {
        let database = try Shop.database()
        return try database.tracing(includingTransactions: showsTransactions) { try body(database) }.statements
    }
}

/// The chapters of the page.
enum Cookbook {
    static let chapters: [(title: String, file: String, recipes: [Recipe])] = [
        ("Find rows", "FindingRecipes.swift", finding), ("Order and page", "PagingRecipes.swift", paging),
        ("Count and group", "GroupingRecipes.swift", grouping),
        ("Follow relationships", "RelationshipRecipes.swift", relationships),
        ("Write rows", "WritingRecipes.swift", writing), ("Transactions", "TransactionRecipes.swift", transactions),
        ("Raw SQL and statements made at run time", "RawRecipes.swift", raw),
    ]

    /// The page, made from what the files say and what the recipes send.
    static func page() throws -> String {
        var text = try String(
            contentsOf: folder.appendingPathComponent("Introduction.md"), encoding: .utf8)
        var number = 0
        for chapter in chapters {
            text += "\n## \(chapter.title)\n"
            let codes = try codes(of: chapter.file)
            try #require(codes.count == chapter.recipes.count, "\(chapter.file) has another number of recipes")
            for (recipe, code) in zip(chapter.recipes, codes) {
                number += 1
                text += "\n### \(number). \(recipe.title)\n"
                if !recipe.note.isEmpty { text += recipe.note + "\n" }
                text += "```swift\n\(code)\n```\n"
                let sql = try recipe.statements().map(RecipeStatement.text)
                if !sql.isEmpty { text += "```sql\n\(sql.joined(separator: "\n"))\n```\n" }
            }
        }
        return text
    }

    static let folder = Page.root.appendingPathComponent("Tests/PageTests/Cookbook")

    /// What stands between `// recipe` and `// end`, without its indentation.
    private static func codes(of file: String) throws -> [String] {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        var (codes, open): ([String], [Substring]?) = ([], nil)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            switch line.trimmingCharacters(in: .whitespaces) {
            case "// recipe": open = []
            case "// end":
                let lines = open ?? []
                let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                codes.append(lines.map { String($0.dropFirst(indentation)) }.joined(separator: "\n"))
                open = nil
            default: open?.append(line)
            }
        }
        return codes
    }
}

/// A statement as the page shows it.
enum RecipeStatement {
    static func text(_ statement: StatementTrace) -> String {
        // A list of columns says little: the first stands for it.
        var sql = statement.sql.replacing(/SELECT ("[^"]+"(?:\."[^"]+")?), "[^()]+? FROM/) { "SELECT \($0.1), … FROM" }
        let values = statement.parameters.map { value in
            let text = value.description
            return text.count > 60 ? text.prefix(60) + "…" : text
        }.joined(separator: ", ")
        if sql.count > 110, !sql.contains("\n") {
            for word in [
                "FROM", "CROSS JOIN", "LEFT JOIN", "JOIN", "WHERE", "GROUP BY", "ORDER BY", "ON CONFLICT", "VALUES",
            ] {
                sql = sql.replacing(" \(word) ", with: "\n    \(word) ", maxReplacements: 2)
            }
            sql = sql.replacing("CROSS\n    JOIN", with: "CROSS JOIN").replacing("LEFT\n    JOIN", with: "LEFT JOIN")
                .replacing("\n    CROSS JOIN", with: " CROSS JOIN").replacing("DELETE\n    FROM", with: "DELETE FROM")
        }
        return sql + (values.isEmpty ? "" : "  -- [\(values)]")
    }
}

@Suite struct CookbookTests {
    /// `ZIM_RECORD=1` writes the page.
    @Test func thePageIsWhatTheRecipesSend() throws {
        let url = Page.root.appendingPathComponent("Documentation/Cookbook.md")
        let page = try Cookbook.page()
        if ProcessInfo.processInfo.environment["ZIM_RECORD"] != nil {
            try Data(page.utf8).write(to: url)
        }
        let lines = try String(contentsOf: url, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let wanted = page.split(separator: "\n", omittingEmptySubsequences: false)
        let place = zip(lines, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, wanted.count)
        #expect(
            lines == wanted,
            "line \(place + 1) is \(lines.dropFirst(place).first ?? ""), and should be \(wanted.dropFirst(place).first ?? "")"
        )
    }

    @Test func thereAreFiftyRecipes() {
        #expect(Cookbook.chapters.map(\.recipes.count).reduce(0, +) >= 50)
    }
}
