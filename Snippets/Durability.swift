// The code of Documentation/Durability.md.
import Foundation
import ZIMOrm

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
_ = FileManager.default.changeCurrentDirectoryPath(folder.path)

func ask() throws {
    // snippet.ask
    let database = try Database(path: "stock.sqlite")
    try database.write { session in
        print(try session.value("PRAGMA journal_mode", as: String.self) as Any)  // "delete"
        print(try session.value("PRAGMA synchronous", as: Int.self) as Any)  // 2: FULL
    }
    // snippet.end
}

func fast() throws {
    // snippet.fast
    var options = DatabaseOptions()
    options.journalMode = .wal
    options.connectionSetup = ["PRAGMA synchronous = NORMAL"]
    let database = try Database(path: "stock.sqlite", options: options)
    // snippet.end
    print(try database.write { try $0.value("PRAGMA synchronous", as: Int.self) } as Any)
}

func backUp() throws {
    let database = try Database(path: "stock.sqlite")
    try database.execute("CREATE TABLE stock (item INTEGER PRIMARY KEY, quantity INT)")
    let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }
    defer { trace.cancel() }
    // snippet.backup
    try database.withoutTransaction { session in
        _ = try session.execute("VACUUM INTO \("stock 2026-11-22.sqlite")")
    }
    let copy = try Database(path: "stock 2026-11-22.sqlite", options: .readOnly)
    let verdict = try copy.read { try $0.value("PRAGMA integrity_check", as: String.self) }  // "ok"
    // snippet.end
    print(verdict as Any)
}

try ask()
try backUp()
try fast()
