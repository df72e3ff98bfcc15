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
        #expect(CopyBench.notes(report) == [Self.notes[0]])
        #expect(report.rows == 7)
        // Who reads the parent reads its children, as at the source.
        for scratch in [server, other] {
            #expect(
                try scratch.rows("SELECT name, tableoid::regclass::text FROM city ORDER BY people") == [
                    ["Bonn", "city"], ["Berlin", "capital"], ["Paris", "metropolis"],
                ])
            #expect(try scratch.rows("SELECT name FROM ONLY capital") == [["Berlin"]])
        }
        #expect(throws: DatabaseError.self) { try other.execute("INSERT INTO metropolis VALUES ('X', 'Y', 0)") }
        #expect(try CopyBench.foreignKeys(CopyBench.schema(other)) == Self.keys)
    }

    /// A child whose parent stays behind has its own rows; partitions with the same foreign key give it to their table.
    @Test func parts() throws {
        let (server, other) = (try ServerScratch(), try ServerScratch())
        try server.execute(
            Self.sql + """
                CREATE TABLE keyed (a int, b int, day date, z int) PARTITION BY RANGE (day); CREATE TABLE owner (x int, y int, PRIMARY KEY (x, y));
                CREATE TABLE keyed_1 PARTITION OF keyed FOR VALUES FROM ('2000-01-01') TO ('2001-01-01');
                CREATE TABLE keyed_2 PARTITION OF keyed FOR VALUES FROM ('2001-01-01') TO ('2002-01-01') PARTITION BY LIST (a);
                CREATE TABLE keyed_21 PARTITION OF keyed_2 FOR VALUES IN (1); CREATE TABLE keyed_22 PARTITION OF keyed_2 DEFAULT;
                ALTER TABLE keyed_1 ADD FOREIGN KEY (a, b) REFERENCES owner (x, y) ON DELETE SET NULL;
                ALTER TABLE keyed_2 ADD FOREIGN KEY (a, b) REFERENCES owner (x, y) ON DELETE SET NULL;
                ALTER TABLE keyed_1 ADD FOREIGN KEY (z, a) REFERENCES owner (x, y); INSERT INTO owner VALUES (1, 2), (1, 1);
                INSERT INTO keyed VALUES (1, 2, '2000-02-02', 1), (1, 2, '2001-02-02', 7);
                """)
        var options = CopyOptions()
        options.except = ["city"]
        let report = try DatabaseCopy(from: server.database, to: .server(other.database), options: options).run()
        #expect(
            CopyBench.notes(report).filter { !$0.contains("copied as one table") && !$0.contains("no such table") } == [
                "keyed: the foreign key (z, a) → owner (x, y) of 1 partition is left out: the table has 3",
                "capital: no longer inherits from city: each table has its own rows only",
            ])
        #expect(
            try CopyBench.foreignKeys(CopyBench.schema(other)).first
                == "keyed [\"a\", \"b\"] → owner [\"x\", \"y\"] SET NULL NO ACTION")
        #expect(try other.rows("SELECT count(*) FROM ONLY capital") == [[1]])
        #expect(try other.rows("SELECT count(*) FROM capital") == [[2]])
    }

    /// What only a partition has, on any level, is named; what it has from its table is not.
    @Test func whatSinglePartitionsHave() throws {
        let (server, other) = (try ServerScratch(), try ServerScratch())
        try server.execute(
            """
            CREATE TABLE parted (a int, b int DEFAULT 4 CHECK (b > 0), s serial, PRIMARY KEY (a, b)) PARTITION BY RANGE (a);
            CREATE INDEX ON parted (s); CREATE TABLE low PARTITION OF parted FOR VALUES FROM (1) TO (5);
            CREATE TABLE high PARTITION OF parted DEFAULT PARTITION BY LIST (b); CREATE TABLE top PARTITION OF high DEFAULT;
            CREATE INDEX top_b ON top (b); ALTER TABLE top ADD UNIQUE (s); ALTER TABLE top ALTER b SET DEFAULT 7;
            ALTER TABLE low ALTER b DROP DEFAULT; ALTER TABLE low ADD CONSTRAINT odd CHECK (b <> 3);
            CREATE TABLE many (a int) PARTITION BY LIST (a); CREATE TABLE one PARTITION OF many DEFAULT;
            CREATE INDEX i1 ON one (a); CREATE INDEX i2 ON one (a DESC); CREATE INDEX i3 ON one (abs(a));
            CREATE INDEX i4 ON one (a) WHERE a > 1; CREATE INDEX i5 ON one USING hash (a); CREATE INDEX i6 ON one ((a + 1));
            ALTER TABLE one ALTER a SET NOT NULL;
            CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
            CREATE TRIGGER own BEFORE INSERT ON one FOR EACH ROW EXECUTE FUNCTION seen();
            CREATE TRIGGER every BEFORE INSERT ON many FOR EACH ROW EXECUTE FUNCTION seen();
            """)
        let report = try DatabaseCopy(from: server.database, to: .server(other.database)).run()
        #expect(
            CopyBench.notes(report) == [
                "many: is copied as one table, without its 1 partition",
                "parted: is copied as one table, without its 2 partitions",
                "many: the indexes of single partitions are left out: one.i1, one.i2, one.i3, one.i4, one.i5 and 1 more",
                "many: the not-null constraints of single partitions are left out: one.a",
                "many: the triggers of single partitions are left out: one.own",
                "parted: the checks of single partitions are left out: low.odd",
                "parted: the defaults of single partitions are left out: low.b, top.b",
                "parted: the indexes of single partitions are left out: top.top_b, top.top_s_key",
                "many: the trigger every is left out",
            ])
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
