import Hummingbird
import WebService
import ZIMOrm

// snippet.run
let arguments = CommandLine.arguments.dropFirst()  // a file or a URL, and a port
let place = arguments.first ?? "northwind.sqlite"
let port = arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let isServer = place.contains("://")
var options = DatabaseOptions()
options.access = .readWrite  // a missing file is an error and not a new database
options.journalMode = isServer ? nil : .wal  // readers of a file do not wait for the writer
options.maximumReaders = 8
options.poolTimeout = .seconds(5)  // a request that waits longer fails
let database = try isServer ? Database(url: place, options: options) : Database(path: place, options: options)
let metrics = recordMetrics(of: database)  // for the metrics system that the program sets up
let app = Application(
    router: makeRouter(database), configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await app.runService()
metrics.cancel()
// snippet.end
