import ArgumentParser
import Foundation
import ZIMTool

/// The database that every command takes.
struct DatabaseArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The SQLite file to read.", valueName: "database"), completion: .file())
    var path: String

    /// Opens the file; a word about a copy goes to the standard error.
    func open() throws -> InspectedFile {
        let file = try InspectedFile(path: path)
        if let reason = file.copyReason { Terminal.note("zim: \(path): \(reason)") }
        return file
    }
}
