import Testing
import ZIMOrm

@testable import ZIMTool

/// Three thousand tables: nothing asks each of them about each other.
@Suite struct LargeSchemaTests {
    private func open(_ scratch: ToolScratch) throws -> InspectedDatabase {
        let tables = (0..<3_000).map { number in
            """
            CREATE TABLE t\(number) (a INT, b INT, c TEXT, p_a INT, p_b INT, PRIMARY KEY (a, b),
                FOREIGN KEY (p_a, p_b) REFERENCES t\(number / 2) (a, b));
            CREATE INDEX i\(number) ON t\(number) (p_a, p_b); INSERT INTO t\(number) VALUES (1, 2, 'x', 1, 2);
            """
        }
        return try scratch.open(tables.joined())
    }

    @Test func diagramsAndCopiesTakeSeconds() throws {
        let scratch = try ToolScratch()
        let file = try open(scratch)
        let clock = ContinuousClock()
        for format in Diagram.Format.allCases {
            let time = try clock.measure { _ = try Diagram(of: file).text(format) }
            print("LargeSchema", format, time)
            #expect(time < .seconds(120), "\(format)")
        }
        let copy = DatabaseCopy(from: file.database, to: .file(scratch.path("copy.sqlite")))
        var rows = 0
        let time = try clock.measure { rows = try copy.run().rows }
        #expect(rows == 3_000)
        print("LargeSchema copy", time)
        #expect(time < .seconds(120))
    }
}
