import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Names and values that would steer a terminal, a spreadsheet or a drawing program.
@Suite struct HostileTextTests {
    /// Clears the screen, writes to the clipboard, turns text around.
    private static let evil = "a\u{1B}[2J\u{1B}]52;c;ZXZpbA==\u{7}\u{202E}b\u{9B}31m"

    private func open(_ scratch: ToolScratch) throws -> String {
        let name = SQLiteTraits().quoted(Self.evil)
        return try scratch.database(
            """
            CREATE TABLE \(name) (a INT, \(name) INT, note VARCHAR(3), PRIMARY KEY (a, \(name)));
            CREATE TABLE child (a INT, b INT, c INT, FOREIGN KEY (a, b) REFERENCES \(name) (a, \(name)));
            CREATE VIEW "v\(Self.evil)" AS SELECT * FROM "gone\(Self.evil)";
            INSERT INTO \(name) VALUES (1, 2, '\(Self.evil)'); INSERT INTO child VALUES (3, 4, 5);
            CREATE TABLE formulas (a TEXT, b INT, PRIMARY KEY (a, b));
            INSERT INTO formulas VALUES ('=1+1', -5), ('@SUM(1)', 2), ('-2', 3), (' +3', 4), ('plain', 5), ('+"x', 6);
            """)
    }

    private func isHarmless(_ text: String) -> Bool {
        !text.unicodeScalars.contains {
            ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }
    }

    @Test func noEscapeReachesTheTerminal() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try open(scratch)
        for arguments in [
            ["inspect", path], ["inspect", path, "--markdown"], ["doctor", path], ["diagram", path],
            ["diagram", path, "--format", "mermaid"], ["diagram", path, "--format", "dot"],
            ["generate", path, "--output", out.path("Models")],
            ["query", path, "SELECT * FROM \(SQLiteTraits().quoted(Self.evil))"],
            ["query", path, "SELECT nothing /* \(Self.evil) */"], ["inspect", path, "--only", Self.evil + "x"],
            ["copy", path, out.path("copy.sqlite"), "--dry-run"], ["inspect", out.path(Self.evil)],
        ] {
            let answer = try Program.run(arguments)
            #expect(isHarmless(answer.out), "\(arguments[0]): \(answer.out.debugDescription)")
            #expect(isHarmless(answer.err), "\(arguments[0]): \(answer.err.debugDescription)")
        }
        let shell = try Program.run(
            ["shell", path], input: ".schema\n.tables\n.inspect \(Self.evil)\nSELECT x\u{1B}[2J;\n.\u{1B}[2J\n")
        #expect(isHarmless(shell.out), "\(shell.out.debugDescription)")
        #expect(try Examination(of: InspectedDatabase(path: path)).text().contains("\\u{1b}[2J"))
    }

    @Test func coloursAreOursOnly() {
        #expect("\u{1B}[31mred\u{1B}[0m\nplain".forTerminal == "\u{1B}[31mred\u{1B}[0m\nplain")
        #expect("\u{1B}[5mblinks\tand\r\u{61C}".forTerminal == "\\u{1b}[5mblinks\tand\\r\\u{61c}")
        #expect("\r\r\n\u{7}".forTerminal == "\\r\r\n\\u{7}")
        #expect("\u{1B}".forTerminal == "\\u{1b}")
    }

    @Test func formulasByChoice() throws {
        let scratch = try ToolScratch()
        let path = try open(scratch)
        let sql = "SELECT a AS \"=name\", b FROM formulas ORDER BY abs(b)"
        let plain = try Program.run(["query", path, sql, "--csv"])
        #expect(plain.out == "=name,b\r\n@SUM(1),2\r\n-2,3\r\n\" +3\",4\r\n=1+1,-5\r\nplain,5\r\n\"+\"\"x\",6\r\n")
        let safe = try Program.run(["query", path, sql, "--csv-safe"])
        #expect(
            safe.out == "'=name,b\r\n'@SUM(1),2\r\n'-2,3\r\n' +3,4\r\n'=1+1,-5\r\nplain,5\r\n\"'+\"\"x\",6\r\n")
        #expect(try Program.run(["query", path, sql, "--csv-safe", "--json"]).status == 2)
        let report = try InvalidValueFile(path: scratch.path("report.csv"), isSafe: true)
        try report.add(
            InvalidValue(table: "t", column: "a", row: "1", value: "=cmd|' /C calc'!A0", reason: "no number"))
        try report.finish()
        #expect(scratch.text("report.csv")?.contains("t,a,1,'=cmd|' /C calc'!A0,no number\r\n") == true)
    }

    @Test func nothingEndsAMermaidText() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE "a""b%%{init: x}%% <img src=x onerror=alert(1)>; #quot;\\n" (id INTEGER PRIMARY KEY, "c""d" INT);
            CREATE TABLE style (a INT, b INT, PRIMARY KEY (a, b));
            """)
        let text = try Diagram(of: file).text(.mermaid)
        let lines = text.split(separator: "\n")
        #expect(
            lines[1]
                == "    \"a#34;b#37;#37;#123;init: x#125;#37;#37; #60;img src=x onerror=alert(1)#62;#59; #35;quot#59;#92;n\" {"
        )
        #expect(text.contains("        INT c_d \"c#34;d\"\n"))
        #expect(text.contains("    \"style\" {"))
    }
}
