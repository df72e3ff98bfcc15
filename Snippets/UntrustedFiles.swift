// The code of Documentation/UntrustedFiles.md.
import Foundation
import ZIMOrm

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
_ = FileManager.default.changeCurrentDirectoryPath(folder.path)
try Database(path: "upload.sqlite").execute("CREATE TABLE t (a); INSERT INTO t VALUES (7)")

func openUpload() throws {
    // snippet.open
    let database = try Database(path: "upload.sqlite", options: .untrusted)
    // snippet.end
    print(try database.read { try $0.value("SELECT a FROM t", as: Int.self) } as Any)
}

func openForWriting() throws {
    // snippet.limits
    var options = DatabaseOptions.untrusted
    options.access = .readWrite  // to change it
    options.limits.statementTimeout = .seconds(30)
    options.limits.length = 256 << 20
    // snippet.end
    try Database(path: "upload.sqlite", options: options).execute("UPDATE t SET a = a + \(1)")
}

func showValues() {
    // snippet.values
    var options = DatabaseOptions()
    options.valuesInMessages = true  // off by default
    // snippet.end
    print(options.valuesInMessages)
}

// snippet.memory
SQLiteLimits.limitMemoryOfProcess(to: 512 << 20)  // "out of memory" beyond that, in every database of the process
// snippet.end
try openUpload()
try openForWriting()
showValues()
