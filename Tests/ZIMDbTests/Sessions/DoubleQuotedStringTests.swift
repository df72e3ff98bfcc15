import Testing
import ZIMDb

@Suite struct DoubleQuotedStringTests {
    @Test func aMisspeltColumnIsAnErrorAndNotAText() throws {
        let database = try Database.holding("CREATE TABLE t (name)")
        for sql: SQL in [
            #"SELECT "naem" FROM t"#, #"SELECT * FROM t WHERE "naem" = 1"#, #"UPDATE t SET name = "Ada""#,
            #"DELETE FROM t WHERE name = "Ada""#, #"INSERT INTO t VALUES ("Ada")"#,
        ] {
            let error = #expect(throws: DatabaseError.self) { try database.execute(sql) }
            #expect(error?.code == .sql)
            #expect(error?.message.hasPrefix("no such column: ") == true)
        }
    }

    @Test func aLegacySchemaThatUsesThemStillOpens() throws {
        // Such an index was made before SQLite's authors regretted the feature.
        let database = try Database.inMemory()
        try database.execute(#"CREATE TABLE t (name DEFAULT "none", CHECK (name <> "bad"))"#)
        try database.execute("INSERT INTO t DEFAULT VALUES")
        #expect(try database.read { try $0.value("SELECT name FROM t", as: String.self) } == "none")
    }
}
