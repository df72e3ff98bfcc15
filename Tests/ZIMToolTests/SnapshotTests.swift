import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// What the commands print for ``TrapSchema``.
@Suite struct SnapshotTests {
    private let scratch: ToolScratch
    private let file: InspectedDatabase

    init() throws {
        scratch = try ToolScratch()
        file = try TrapSchema.open(in: scratch)
    }

    @Test func inspection() throws {
        let inspection = try Inspection(of: file)
        try Snapshot.expect(inspection.text(), "inspect.txt")
        try Snapshot.expect(inspection.markdown, "inspect.md")
        try Snapshot.expect(inspection.json(), "inspect.json")
    }

    @Test func defaultsOfATableWithoutRows() throws {
        let scratch = try ToolScratch()
        let empty = try scratch.open("CREATE TABLE t (a INT, b INT DEFAULT 7, PRIMARY KEY (a, b)) WITHOUT ROWID")
        let inspection = try Inspection(of: empty)
        #expect(inspection.text().contains("\n  b  INT  not null  key 2  default 7\n"), "\(inspection.text())")
        #expect(inspection.markdown.contains("| b | INT | not null | key 2 | default 7 |"))
    }

    @Test func findings() throws {
        let examination = try Examination(of: file)
        try Snapshot.expect(examination.text(), "doctor.txt")
        try Snapshot.expect(examination.json(), "doctor.json")
    }

    @Test func diagrams() throws {
        let diagram = try Diagram(of: file)
        try Snapshot.expect(diagram.text(.mermaid), "diagram.mmd")
        try Snapshot.expect(diagram.text(.dot), "diagram.dot")
        try Snapshot.expect(diagram.text(.svg), "diagram.svg")
    }

    @Test func aPartOfTheDiagram() throws {
        var options = Diagram.Options()
        options.around = "ORDER_LINE"
        options.columns = .none
        #expect(
            try Diagram(of: file, options: options).text(.mermaid) == """
                erDiagram
                    orders ||--o{ order_line : "tenant_id, o_year, o_number"
                    article |o--o{ order_line : "tenant_id, article_no"
                    article {
                    }
                    order_line {
                    }
                    orders {
                    }

                """)
        options.only = ["gone"]
        let error = #expect(throws: ToolError.self) { try Diagram(of: file, options: options) }
        #expect(error?.message == "there is no table or view \"gone\" in trap.sqlite")
    }

    /// The same from run to run, whatever the order of sets and dictionaries is in a process.
    @Test func jsonCanBeReadAgain() throws {
        let report = try JSONDecoder().decode(InspectionReport.self, from: Data(try Inspection(of: file).json().utf8))
        let line = try #require(report.tables.first { $0.name == "order_line" })
        #expect(line.rows == 4)
        #expect(line.primaryKey == ["tenant_id", "o_year", "o_number", "pos"])
        #expect(
            line.relationships.map(\.foreignKey) == [
                ["tenant_id", "o_year", "o_number"], ["tenant_id", "article_no"],
            ])
        #expect(
            report.tables.first { $0.name == "nickname" }?.indexes.first?.parts.map(\.expression) == [
                nil, "lower(name)",
            ])
    }
}
