import ArgumentParser
import Foundation
import ZIMOrm
import ZIMTool

/// The database that every command takes.
struct DatabaseArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The SQLite file to read, or the URL of a database on a server: postgres://user@host/name or mysql://user@host/name.",
            valueName: "database"), completion: .file())
    var place: String
    @Option(help: "Only this schema of a database on a server, on MySQL this database; can be repeated.") var schema:
        [String] = []

    /// Opens it; a word about a copy goes to the standard error.
    func open() throws -> InspectedDatabase { try Self.open(place, schemas: schema) }

    static func open(
        _ place: String, schemas: [String] = [], setup: (inout DatabaseOptions) -> Void = { _ in }
    ) throws -> InspectedDatabase {
        let file = try InspectedDatabase(place: place, schemas: schemas, setup: setup)
        // What a file cannot hold it does not need: a view may ask for more than the machine has.
        SQLiteLimits.limitMemoryOfProcess(to: (1 << 30) + 2 * file.longestValue)
        if file.isOnServer { Interrupt.beforeEnd { [weak file] in file?.interruptStatements() } }
        if let reason = file.copyReason { Terminal.note("zim: \(place): \(reason)") }
        if let damage = file.damage {
            Terminal.note("zim: \(place): \(damage); what the rest of the catalogue makes is read")
        }
        return file
    }
}
