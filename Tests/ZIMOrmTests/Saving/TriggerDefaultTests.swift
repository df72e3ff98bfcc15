import TestServer
import Testing
import ZIMOrm

/// What the catalogue does not call a default: what a trigger fills in, and what the table behind a view does.
@Suite(.eachEngine) struct TriggerDefaultTests {
    class Job: Model {
        var tenant = 0, year = 0, number = 0
        var status: String?
        var text: String?
        override class var table: String { "job" }
        override class var primaryKey: [String] { ["tenant", "year", "number"] }
        override class var databaseDefaults: Set<String> { ["status"] }
    }

    final class ShownJob: Job {
        override class var table: String { "shown_job" }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE job (tenant INTEGER NOT NULL, year INTEGER NOT NULL, number INTEGER NOT NULL, status VARCHAR(20),
                text VARCHAR(20), PRIMARY KEY (tenant, year, number));
            CREATE TABLE task (tenant INTEGER NOT NULL, year INTEGER NOT NULL, number INTEGER NOT NULL,
                status VARCHAR(20) DEFAULT 'open', text VARCHAR(20), PRIMARY KEY (tenant, year, number));
            CREATE VIEW shown_job AS SELECT tenant, year, number, status, text FROM task;
            INSERT INTO job VALUES (1, 2026, 1, 'shut', 'a'), (1, 2026, 2, 'shut', 'b');
            INSERT INTO task VALUES (1, 2026, 1, 'shut', 'a'), (1, 2026, 2, 'shut', 'b');
            """)
        let sql =
            switch ServedEngine.current {
            case .sqlite:
                """
                CREATE TRIGGER opens AFTER INSERT ON job WHEN NEW.status IS NULL BEGIN
                UPDATE job SET status = 'open' WHERE tenant = NEW.tenant AND year = NEW.year AND number = NEW.number; END;
                CREATE TRIGGER shows INSTEAD OF INSERT ON shown_job BEGIN
                INSERT INTO task VALUES (NEW.tenant, NEW.year, NEW.number, coalesce(NEW.status, 'open'), NEW.text); END
                """
            case .postgreSQL:
                """
                CREATE FUNCTION opens() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN NEW.status := coalesce(NEW.status, 'open'); RETURN NEW; END $$;
                CREATE TRIGGER opens BEFORE INSERT ON job FOR EACH ROW EXECUTE FUNCTION opens()
                """
            case .mariaDB:
                "CREATE TRIGGER opens BEFORE INSERT ON job FOR EACH ROW SET NEW.status = coalesce(NEW.status, 'open')"
            }
        try database.execute(SQL(unsafe: sql))
    }

    private func job(_ type: Job.Type, _ number: Int, _ text: String, status: String? = nil) -> Job {
        let job = type.init()
        (job.tenant, job.year, job.number, job.text, job.status) = (1, 2026, number, text, status)
        return job
    }

    private func rows(_ type: Job.Type) throws -> [[SQLValue]] {
        let table = SQL(unsafe: type.table)
        return try Theatre.rows(database, "SELECT number, status, text FROM \(table) WHERE number > 2 ORDER BY number")
    }

    @Test(arguments: [Job.self, ShownJob.self], [true, false])
    func insertsReadBackWhatTheRowGot(_ type: Job.Type, _ isList: Bool) throws {
        let jobs = (3...9).map { job(type, $0, "new", status: $0 == 5 ? "done" : nil) }
        try database.write { (session: Session) throws -> Void in
            if isList { try session.insert(jobs) } else { try jobs.forEach { try session.save($0) } }
            // What was read back is no change.
            #expect(try jobs.allSatisfy { try !$0.hasChanges() })
        }
        let expected = (3...9).map { $0 == 5 ? "done" : "open" }
        #expect(jobs.map(\.status) == expected)
        #expect(try rows(type) == zip(3...9, expected).map { [.integer(Int64($0)), .text($1), "new"] })
    }

    @Test(arguments: [Job.self, ShownJob.self], [true, false])
    func upsertsKeepWhatTheRowHas(_ type: Job.Type, _ isList: Bool) throws {
        // SQLite has no upsert of a view.
        if ServedEngine.isSQLite, type == ShownJob.self { return }
        let jobs = [job(type, 2, "again"), job(type, 3, "new"), job(type, 1, "again")]
        try database.write { (session: Session) throws -> Void in
            if isList { try session.upsert(jobs) } else { try jobs.forEach { try session.upsert($0) } }
        }
        #expect(jobs.map(\.status) == ["shut", "open", "shut"])
        let found = try database.read { try $0.query(type).orderByKey().all() }
        #expect(found.map(\.status) == ["shut", "shut", "open"] && found.map(\.text) == ["again", "again", "new"])
    }

    /// A nil that a loaded model was given is NULL, as in an update; where a server's trigger sees it, it is filled in before.
    @Test func loadedModels() throws {
        let type = ServedEngine.isSQLite ? Job.self : ShownJob.self
        try database.write { session in
            let job = try #require(try session.query(type).orderByKey().first())
            job.status = nil
            try session.upsert(job)
            #expect(job.status == nil)
            #expect(try session.query(type).orderByKey().first()?.status == nil)
        }
    }

    final class Line: Model {
        var a = 0, b = 0, status: String?
        override class var table: String { "line" }
        override class var primaryKey: [String] { [] }
        override class var databaseDefaults: Set<String> { ["status"] }
    }

    /// A row without a key cannot be looked up.
    @Test func aTableWithoutAKeyWhoseInsertsAreNoted() throws {
        let database = try ServedEngine.sqlite.makeDatabase(
            """
            CREATE TABLE line (a INTEGER, b INTEGER, status TEXT DEFAULT 'open');
            CREATE TABLE audit (a INTEGER);
            CREATE TRIGGER notes AFTER INSERT ON line BEGIN INSERT INTO audit VALUES (NEW.a); END;
            """)
        try database.write { session in
            for number in 1...2 {
                let line = Line()
                (line.a, line.b) = (1, number)
                try session.insert(line)
                #expect(line.status == "open")
            }
        }
        #expect(try Theatre.rows(database, "SELECT * FROM line") == [[1, 1, "open"], [1, 2, "open"]])
    }
}
