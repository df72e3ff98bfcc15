import CSQLite
import Foundation
import Testing

@testable import ZIMDb

/// What is said of failures, and by which code.
@Suite struct FailureTextTests {
    @Test func onlyAFolderIsCalledOne() throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        let missing = #expect(throws: DatabaseError.self) {
            try database.withoutTransaction { try $0.execute("ATTACH '/no/such/folder/x.db' AS x") }
        }
        #expect(missing?.message.contains("is a folder") == false)
        func message(_ location: SQLiteLocation, _ code: Int32) -> String {
            SQLiteFailure.error(code: code, message: "unable to open", sql: nil, location: location, waited: .zero)
                .message
        }
        let folder = scratch.path("folder")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for code in [SQLITE_CANTOPEN, SQLITE_IOERR] {
            #expect(message(.file(folder), code) == "\(folder) is a folder, not a database")
            #expect(message(.file(scratch.path()), code) == "\(scratch.path()): unable to open")
        }
    }

    @Test func outOfMemoryHasItsCode() {
        #expect(SQLiteFailure.kind(of: SQLITE_NOMEM) == .outOfMemory)
        let error = SQLiteFailure.error(
            code: SQLITE_NOMEM, message: "out of memory", sql: "SELECT 1", location: .memory, waited: .zero)
        #expect(error.description == "outOfMemory (7): out of memory — SQL: SELECT 1")
    }

    @Test(.enabled("root may write every file") { getuid() != 0 }) func aWriterThatMayOnlyReadIsRefused() throws {
        let scratch = try Scratch()
        try scratch.database().execute("CREATE TABLE t (v)")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: scratch.path())
        let database = try scratch.database()
        #expect(try database.count("t") == 0)
        for _ in 0..<2 {
            let error = #expect(throws: DatabaseError.self) { try database.execute("INSERT INTO t VALUES (1)") }
            #expect(error?.code == .readOnly)
            #expect(error?.message == "\(scratch.path()) cannot be opened for writing: the file may only be read")
        }
    }

    @Test func aLongStatementIsCut() {
        let sql = "SELECT " + String(repeating: "1 + ", count: 100_000) + "1"
        let error = DatabaseError(.sql, "too long", sql: sql)
        #expect(error.description == "sql: too long — SQL: \(sql.prefix(2_000))… (400008 bytes)")
        #expect(error.sql == sql)
    }

    @Test func foundationSaysTheSame() {
        let errors: [any LocalizedError & CustomStringConvertible] = [
            DatabaseError(.sql, "no", sql: "SELECT"), SQLBuildError(.invalid, "no", hint: "Yes"),
            ValueMismatch(value: .text("x"), type: "Int"),
        ]
        for error in errors { #expect((error as any Error).localizedDescription == error.description) }
    }

    /// Of a table that it was about to make for a pragma SQLite may keep the words of what stopped it, and not its code. That
    /// needs an interruption at one moment of many, which happened among a million statements of several processes.
    @Test func aPragmaThatIsInterruptedIsNoWrongSQL() {
        func code(_ message: String) -> DatabaseError.Code {
            SQLiteFailure.error(code: SQLITE_ERROR, message: message, sql: nil, location: .memory, waited: .zero).code
        }
        #expect(code("interrupted") == .interrupted)
        #expect(code("no such table: interrupted") == .sql)
    }
}
