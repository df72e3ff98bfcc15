import Testing
import ZIMOrm

@testable import ZIMTool

/// Two thousand tables in a tree: nothing asks each of them about each other, which would take long. SQLite itself does for
/// each statement that makes one, so of the other shapes there are a few hundred: these are about circles and depth.
@Suite struct LargeSchemaTests {
    /// Which table a table refers to.
    enum Shape: CaseIterable {
        case tree, chain, star, ring, pairs

        var count: Int { self == .tree ? 2_000 : 300 }

        func parent(of number: Int) -> Int {
            switch self {
            case .tree: number / 2
            case .chain: max(0, number - 1)
            case .star: 0
            case .ring: (number + 1) % count
            case .pairs: number - number % 2
            }
        }
    }

    @Test(arguments: Shape.allCases) func diagramsAndCopies(_ shape: Shape) throws {
        let scratch = try ToolScratch()
        let tables = (0..<shape.count).map { number in
            """
            CREATE TABLE t\(number) (a INT, b INT, c TEXT, p_a INT, p_b INT, PRIMARY KEY (a, b),
                FOREIGN KEY (p_a, p_b) REFERENCES t\(shape.parent(of: number)) (a, b));
            CREATE INDEX i\(number) ON t\(number) (p_a, p_b); INSERT INTO t\(number) VALUES (1, 2, 'x', 1, 2);
            """
        }
        let file = try scratch.open(tables.joined())
        let diagram = try Diagram(of: file)
        for format in Diagram.Format.allCases {
            let text = diagram.text(format)
            #expect(text.contains("t0") && text.contains("t\(shape.count - 1)"))
        }
        let copy = DatabaseCopy(from: file.database, to: .file(scratch.path("copy.sqlite")))
        #expect(try copy.run().rows == shape.count)
    }

    /// Parents first, whatever the order of their names; where keys run in a circle, somebody begins.
    @Test func tablesAreFilledBehindTheirParents() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE line (a INTEGER PRIMARY KEY, o INT REFERENCES orders, i INT REFERENCES item, j INT REFERENCES item);
            CREATE TABLE orders (a INTEGER PRIMARY KEY, p INT REFERENCES person, q INT REFERENCES nobody);
            CREATE TABLE item (a INTEGER PRIMARY KEY, i INT REFERENCES item); CREATE TABLE person (a INTEGER PRIMARY KEY);
            CREATE TABLE left_one (a INTEGER PRIMARY KEY, r INT REFERENCES right_one);
            CREATE TABLE right_one (a INTEGER PRIMARY KEY, l INT REFERENCES left_one, p INT REFERENCES person);
            """)
        let tables = try file.schema().tables.map { CopyTable(source: $0) }
        #expect(
            LoadOrder.sorted(tables).map(\.name) == ["item", "person", "orders", "line", "left_one", "right_one"])
    }
}
