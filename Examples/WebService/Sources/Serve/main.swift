import Hummingbird
import WebService
import ZIMOrm

// snippet.run
var options = DatabaseOptions()
options.access = .readWrite  // a missing file is an error and not a new database
options.journalMode = .wal  // readers do not wait for the writer
options.maximumReaders = 8
options.poolTimeout = .seconds(5)  // a request that waits longer fails
let path = CommandLine.arguments.dropFirst().first ?? "northwind.sqlite"
let database = try Database(path: path, options: options)
let metrics = recordMetrics(of: database)  // for the metrics system that the program sets up
let app = Application(
    router: makeRouter(database), configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
try await app.runService()
metrics.cancel()
// snippet.end
