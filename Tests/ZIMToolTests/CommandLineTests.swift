import Foundation
import Testing

/// The program itself: exit status, streams, help.
@Suite struct CommandLineTests {
    private func run(_ arguments: [String]) throws -> Program.Answer { try Program.run(arguments) }

    @Test func theTour() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql)
        let before = scratch.contents
        let inspect = try run(["inspect", path, "--only", "order_line"])
        #expect(inspect.status == 0)
        #expect(inspect.out.hasPrefix("trap.sqlite: 1 table, 4 rows\n\norder_line  4 rows, without rowid\n"))
        #expect(!inspect.out.contains("\u{1B}"))
        #expect(inspect.err == "")
        #expect(try run(["doctor", path]).status == 1)
        #expect(try run(["doctor", path, "--only", "course", "--ignore", "foreignKeyWithoutIndex"]).status == 0)
        let generate = try run(["generate", path, "--output", out.path("Models"), "--tests", out.path("Tests")])
        #expect(generate.status == 0)
        #expect(generate.out.contains("created    OrderLine.swift\n"))
        #expect(generate.err == "zim: no class for \"broken_view\": no such table: main.gone\n")
        #expect(out.text("Tests/ZIMModelTests.swift")?.contains("@testable import Models\n") == true)
        #expect(try run(["check", path, out.path("Models")]).status == 0)
        #expect(try run(["diagram", path, "--output", out.path("all.svg")]).status == 0)
        #expect(out.text("all.svg")?.hasPrefix("<svg xmlns=") == true)
        #expect(try run(["query", path, "SELECT 1 AS n", "--csv"]).out == "n\r\n1\r\n")
        #expect(try run(["inspect", "sqlite://" + path, "--only", "order_line"]).out == inspect.out)
        #expect(scratch.contents == before)
    }

    @Test(arguments: [
        (["inspect"], "Missing expected argument '<database>'"),
        (["inspect", "a", "--json", "--markdown"], "cannot be combined"),
        (["query", "a", "SELECT 1", "--json", "--csv-safe"], "--json and --csv-safe cannot be combined"),
        (["nothing"], "nothing"), (["inspect", "missing.sqlite"], "missing.sqlite does not exist\n"),
        (["inspect", "missing.sqlite", "--sample=-1"], "--sample must be 0 or more"),
        (["diagram", "missing.sqlite", "--format", "png"], "png"),
        (["query", "missing.sqlite"], "Missing expected argument"),
        (["inspect", "oracle://ada:secret@host/x"], "no engine is known for \"oracle://ada:…@host/x\"\n"),
        (["inspect", "sqlite:///no%20where/x.sqlite"], "/no where/x.sqlite"),
        (["inspect", "missing.sqlite", "--schema", "sales"], "has no schemas"),
    ])
    func failures(_ arguments: [String], _ message: String) throws {
        let result = try run(arguments)
        #expect(result.status == 2)
        #expect(result.out == "")
        #expect(result.err.contains(message), "\(result.err)")
    }

    /// With another character in the place of a byte a statement would ask for another value.
    @Test(arguments: [
        (#"printf "$sql" | "$zim" query "$file" -"#, "", "the standard input cannot be read as UTF-8"),
        (
            #"printf "SELECT 1 AS n;\n$sql" | "$zim" shell "$file""#, "n\n─\n1\n(1 row)\n",
            "line 2 of the standard input cannot be read as UTF-8"
        ),
        (#""$zim" query "$file" "$(printf "$sql")""#, "", "argument 3 cannot be read as UTF-8"),
    ])
    func aStatementThatIsNotUTF8(_ line: String, _ out: String, _ message: String) throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            "CREATE TABLE t (a INT, b TEXT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 'é')")
        let sql = #"SELECT count(*) FROM t WHERE b = '\351';"#
        let answer = try Program.run(shell: line, ["file": path, "sql": sql])
        #expect(answer.status == 2 && answer.out == out)
        #expect(answer.err.contains(message), "\(answer.err)")
    }

    /// Lines may end as on other systems; the last needs no end.
    @Test func linesOfTheShell() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b))")
        let input = ".mode csv\r\nSELECT 'é\r\n' AS a;\n\nSELECT 2\n AS b; SELECT 3 AS c"
        let answer = try Program.run(["shell", path], input: input)
        #expect(answer.status == 0 && answer.out == "a\r\n\"é\n\"\r\nb\r\n2\r\nc\r\n3\r\n", "\(answer)")
        #expect(try Program.run(["shell", path], input: "").out == "")
    }

    /// A reader that goes away ends the program as a signal would; a full disk and a closed stream are failures.
    @Test func outputThatNobodyTakes() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(TrapSchema.sql)
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n"
        let variables = ["file": path, "many": many, "copy": scratch.path("copy.sqlite")]
        let early = try Program.run(
            shell: #""$zim" query "$file" "$many" --csv | head -n 1; exit ${PIPESTATUS[0]}"#, variables)
        #expect(early.status == 141 && early.out == "i\r\n" && early.err == "")
        let closed = try Program.run(shell: #""$zim" inspect "$file" >&-"#, variables)
        #expect(closed.status == 2)
        #expect(closed.err == "zim: the output cannot be written: Bad file descriptor\n")
        // Nobody reads what is said beside the output: the copy is made all the same.
        let silent = try Program.run(shell: #""$zim" copy "$file" "$copy" --on-invalid skip 2>&-"#, variables)
        #expect(silent.status == 0 && silent.err == "")
        #expect(try CopyBench.schema(scratch.path("copy.sqlite")).table("order_line") != nil)
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let full = try Program.run(shell: #""$zim" inspect "$file" > /dev/full"#, variables)
        #expect(full.status == 2)
        #expect(full.err == "zim: the output cannot be written: No space left on device\n")
    }

    @Test func helpAndCompletion() throws {
        let help = try run(["--help"])
        #expect(help.status == 0)
        for command in ["inspect", "doctor", "generate", "check", "diagram", "query", "shell", "copy", "migrate"] {
            #expect(help.out.contains("  \(command)"))
            let own = try run([command, "--help"])
            #expect(own.status == 0)
            #expect(own.out.contains("EXAMPLES"))
        }
        for shell in ["bash", "zsh", "fish"] {
            let script = try run(["--generate-completion-script", shell])
            #expect(script.status == 0)
            #expect(script.out.contains("zim"))
        }
    }

    /// The dashes of a comment are not those of an option.
    @Test(arguments: ["-- report\nSELECT 1 AS n", "--report\nSELECT 1 AS n", "--\nSELECT 1 AS n"])
    func aStatementMayBeginWithAComment(_ sql: String) throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(TrapSchema.sql)
        let answer = try Program.run(["query", path, sql, "--csv"])
        #expect(answer.status == 0 && answer.out == "n\r\n1\r\n", "\(answer)")
        let misspelt = try Program.run(["query", path, "SELECT 1", "--cvs"])
        #expect(misspelt.status == 2 && misspelt.err.contains("Unknown option '--cvs'"), "\(misspelt)")
        let named = try Program.run(["inspect", "--", "--old file.db"])
        #expect(named.status != 0 && named.err.contains("--old file.db"), "\(named)")
        #expect(!named.err.contains("\n--old") && !named.err.contains("\\n--old"), "\(named)")
    }
}
