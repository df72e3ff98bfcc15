import Testing
import ZIMOrm
import ZIMTool

/// SQLite's day is that of UTC, also where the session of a server has another zone.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyDayDefaultTests {
    @Test func thereAndBack() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            "CREATE TABLE t (a INT, b INT, d DATE DEFAULT CURRENT_DATE, e DATE DEFAULT (date('now')), PRIMARY KEY (a, b))"
        )
        let report = try CopyBench.copy(path, to: server)
        #expect(CopyBench.notes(report) == [])
        #expect(
            try server.rows(
                """
                SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = '\(server.name).t'::regclass ORDER BY adnum
                """) == [
                    ["((CURRENT_TIMESTAMP AT TIME ZONE 'UTC'::text))::date"],
                    ["((CURRENT_TIMESTAMP AT TIME ZONE 'UTC'::text))::date"],
                ])
        // Fourteen hours before UTC, twelve hours behind it: one of them has another day.
        let days = try server.database.write { session in
            try ["Pacific/Kiritimati", "Etc/GMT+12"].map { zone in
                try session.execute("SELECT set_config('timezone', \(zone), true)")
                return try session.value(
                    "INSERT INTO t (a, b) VALUES (\(zone.utf8.count), 1) RETURNING d = (now() AT TIME ZONE 'UTC')::date",
                    as: Bool.self)
            }
        }
        #expect(days == [true, true])
        let copy = scratch.path("copy.sqlite")
        #expect(CopyBench.notes(try CopyBench.copy(server, to: copy)) == [])
        #expect(
            try CopyBench.schema(copy).table("t")?.columns.map(\.defaultValue) == [
                nil, nil, "CURRENT_DATE", "CURRENT_DATE",
            ])
    }

    @Test func theDayOfATimestamp() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            "CREATE TABLE t (a INT, b INT, d DATETIME DEFAULT CURRENT_DATE, PRIMARY KEY (a, b))")
        _ = try CopyBench.copy(path, to: server)
        try server.execute("INSERT INTO t (a, b) VALUES (1, 1)")
        #expect(try server.value("SELECT d = date_trunc('day', d) FROM t", as: Bool.self) == true)
        let copy = scratch.path("copy.sqlite")
        _ = try CopyBench.copy(server, to: copy)
        #expect(try CopyBench.schema(copy).table("t")?.columns.last?.defaultValue == "CURRENT_DATE")
    }

    /// A day that becomes another type is a day all the same.
    @Test func theDayInsideOfAnotherCast() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let day = "(CURRENT_TIMESTAMP AT TIME ZONE 'UTC')::date"
        try server.execute(
            "CREATE TABLE t (a int, b int, s text DEFAULT (\(day))::text, d timestamp DEFAULT (\(day))::timestamp, PRIMARY KEY (a, b))"
        )
        let copy = scratch.path("copy.sqlite")
        _ = try CopyBench.copy(server, to: copy)
        #expect(
            try CopyBench.schema(copy).table("t")?.columns.map(\.defaultValue)
                == [nil, nil, "CURRENT_DATE", "CURRENT_DATE"])
    }
}
