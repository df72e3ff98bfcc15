import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// Whether generated classes still fit.
@Suite struct CheckTests {
    private func check(after change: String, _ edit: (ToolScratch) throws -> Void = { _ in }) throws -> [String] {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        _ = try Generation(of: TrapSchema.open(in: scratch)).write(to: out.folder)
        try edit(out)
        let now = try ToolScratch()
        let file = try now.open(TrapSchema.sql + change)
        return try FolderCheck(of: file, folder: out.folder).differences.map(\.description)
    }

    @Test func fits() throws { #expect(try check(after: "") == []) }

    @Test func tablesAndColumns() throws {
        let found = try check(
            after: """
                DROP VIEW broken_view; ALTER TABLE locker RENAME COLUMN badge TO plate; DROP TABLE event; CREATE TABLE fresh (id INT);
                ALTER TABLE visit ADD COLUMN note TEXT;
                """)
        #expect(
            found == [
                "event: the table is gone", "locker.badge: the column is gone", "locker.plate: a new column, TEXT",
                "locker: the foreign key (badge) to employee (badge) is gone",
                "locker: a new foreign key (plate) to employee (badge)", "visit.note: a new column, TEXT",
                "fresh: a new table, without a class",
            ])
    }

    @Test func typesNullsAndKeys() throws {
        let found = try check(
            after: """
                DROP TABLE order_line;
                CREATE TABLE order_line (
                    pos SMALLINT NOT NULL, o_number INT NOT NULL, o_year TEXT NOT NULL, tenant_id INT NOT NULL,
                    article_no TEXT NOT NULL, quantity INT, price DECIMAL(10, 2),
                    PRIMARY KEY (o_year, tenant_id, o_number, pos),
                    FOREIGN KEY (tenant_id, o_year, o_number) REFERENCES orders (tenant_id, year, number));
                """)
        #expect(
            found == [
                "order_line.o_year: the type was INT, is TEXT", "order_line.article_no: cannot be NULL now",
                "order_line.quantity: can be NULL now",
                "order_line: the key was (tenant_id, o_year, o_number, pos), is (o_year, tenant_id, o_number, pos)",
                "order_line: the foreign key (article_no, tenant_id) to article (article_no, tenant_id) is gone",
            ])
    }

    @Test func whatIsNotThere() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let file = try TrapSchema.open(in: scratch)
        let empty = #expect(throws: ToolError.self) { try FolderCheck(of: file, folder: out.folder) }
        #expect(empty?.message == "\(out.folder) holds no classes that zim wrote")
        let error = #expect(throws: ToolError.self) {
            try check(after: "") { out in
                let text = try #require(out.text("Event.swift"))
                try out.write(text.replacing("// zim:schema {", with: "// zim:schema {{"), to: "Event.swift")
            }
        }
        #expect(error?.message == "the line \"// zim:schema …\" of Event.swift cannot be read")
    }

    /// The same from within a program, by the classes themselves.
    @Test func theStartUpCall() throws {
        let database = try openTestedDatabase()
        let found = try database.read { try $0.differences(from: ZIMModels.all, allTables: true) }.map(\.description)
        // What the generator knows better than the declarations, and the view that cannot be read.
        #expect(found == ["broken_view: a view without a class"])
        try database.withoutTransaction { try $0.execute("ALTER TABLE visit ADD COLUMN note TEXT") }
        let error = #expect(throws: ModelError.self) { try database.check(ZIMModels.all) }
        #expect(error?.message.hasSuffix("visit.note: class Visit has no property for it") == true)
    }

    /// The forms that the classes declare are compared with every row.
    @Test func forms() throws {
        let declared = try check(
            after: """
                INSERT INTO visit (id, at) VALUES (9001, '2024-01-02'), (9002, '2024-01-02T10:00:00.000Z'),
                    (9003, '2024-01-02 10:00:00');
                """)
        #expect(declared.count == 1)
        #expect(
            declared.first?.hasPrefix("visit.at: the form is .date(.dateTime), 2 rows hold another, the first text ")
                == true)
        let database = try openTestedDatabase()
        try database.withoutTransaction {
            try $0.execute("INSERT INTO visit (id, at) VALUES (9001, '2024-01-02')")
        }
        let found = try database.read { try $0.differences(from: ZIMModels.all, data: true) }.map(\.description)
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix("visit.at: the form is .date(.dateTime), 1 row holds another, the first text ")
                == true)
    }
}
