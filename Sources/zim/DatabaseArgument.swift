import ArgumentParser
import Foundation
import ZIMTool

/// The database that every command takes.
struct DatabaseArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The SQLite file to read, or the URL of a PostgreSQL database: postgres://user@host/name.",
            valueName: "database"), completion: .file())
    var place: String
    @Option(help: "Only this schema of a server's database; may be given several times.") var schema: [String] = []

    /// Opens it; a word about a copy goes to the standard error.
    func open() throws -> InspectedDatabase {
        let file = try InspectedDatabase(place: place, schemas: schema)
        if let reason = file.copyReason { Terminal.note("zim: \(place): \(reason)") }
        return file
    }
}
