import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Tables that inherit from others, and tables with partitions: each row once, each foreign key once.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyInheritanceTests {
    private static let sql = """
        CREATE TABLE city (country text, name text, people int CHECK (people > 0), PRIMARY KEY (country, name));
        CREATE TABLE capital (since date) INHERITS (city);
        CREATE TABLE metropolis (lines int) INHERITS (capital);
        CREATE TABLE lies (c text, n text, FOREIGN KEY (c, n) REFERENCES city (country, name));
        INSERT INTO city VALUES ('DE', 'Bonn', 1); INSERT INTO capital VALUES ('DE', 'Berlin', 2, '1991-06-20');
        INSERT INTO metropolis VALUES ('FR', 'Paris', 3, '0508-01-01', 16); INSERT INTO lies VALUES ('DE', 'Bonn');
        CREATE TABLE parted (day date, x int, c text, n text, PRIMARY KEY (day, x), FOREIGN KEY (c, n) REFERENCES city (country, name))
            PARTITION BY RANGE (day);
        CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2000-01-01') TO ('2001-01-01');
        CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM ('2001-01-01') TO ('2002-01-01');
        CREATE TABLE points (d date, x int, FOREIGN KEY (d, x) REFERENCES parted (day, x) ON DELETE CASCADE);
        INSERT INTO parted VALUES ('2000-05-05', 1, 'DE', 'Bonn'), ('2001-05-05', 2, NULL, NULL); INSERT INTO points VALUES ('2000-05-05', 1);
        """
    private static let notes = [
        "parted: is copied as one table, without its 2 partitions",
        "capital: no longer inherits from city: each table has its own rows only",
        "metropolis: no longer inherits from capital: each table has its own rows only",
    ]
    private static let keys = [
        "lies [\"c\", \"n\"] → city [\"country\", \"name\"] NO ACTION NO ACTION",
        "parted [\"c\", \"n\"] → city [\"country\", \"name\"] NO ACTION NO ACTION",
        "points [\"d\", \"x\"] → parted [\"day\", \"x\"] CASCADE NO ACTION",
    ]

    @Test func betweenServers() throws {
        let (server, other) = (try ServerScratch(), try ServerScratch())
        try server.execute(Self.sql)
        let report = try DatabaseCopy(from: server.database, to: .server(other.database)).run()
        #expect(CopyBench.notes(report) == Self.notes)
        #expect(report.rows == 7)
        #expect(
            try other.rows(
                "SELECT name FROM city UNION ALL SELECT name FROM capital UNION ALL SELECT name FROM metropolis") == [
                    ["Bonn"], ["Berlin"], ["Paris"],
                ])
        #expect(try CopyBench.foreignKeys(CopyBench.schema(other)) == Self.keys)
    }

    @Test(arguments: [false, true]) func toAFile(_ isResumable: Bool) throws {
        let (server, scratch) = (try ServerScratch(), try ToolScratch())
        try server.execute(Self.sql)
        let path = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(server, to: path) {
            $0.isResumable = isResumable
            $0.rowsPerTransaction = 1
        }
        #expect(CopyBench.notes(report) == Self.notes)
        let rows = try CopyBench.rows(path)
        #expect(
            rows.mapValues(\.count) == ["city": 1, "capital": 1, "metropolis": 1, "lies": 1, "parted": 2, "points": 1])
        #expect(rows["capital"] == ["'text' '''DE''' 'text' '''Berlin''' 'integer' '2' 'text' '''1991-06-20'''"])
        #expect(try CopyBench.foreignKeys(CopyBench.schema(path)) == Self.keys)
    }
}
