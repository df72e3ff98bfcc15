import ArgumentParser
import Foundation
import Synchronization
import ZIMBrowse
import ZIMOrm
import ZIMTool

struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Shows a database as web pages: tables, rows, and their relationships in both directions.",
        discussion: """
            The server listens on 127.0.0.1 only. The command prints the address and opens a browser if there is one; Ctrl-C \
            stops it. Requests need the token in the address. Nothing is changed, and nothing is loaded from other servers.

            EXAMPLES
              zim browse legacy.sqlite
              zim browse legacy.sqlite --port 8080 --no-open
              zim browse legacy.sqlite --models Sources/Models
              zim browse postgres://reader@db.example.org/stock --schema sales
            """)

    @OptionGroup var database: DatabaseArgument
    @Option(help: "The port. The default is any free port.") var port: UInt16 = 0
    @Flag(inversion: .prefixedNo, help: "Open the browser.") var open = true
    @Option(help: "A folder of generated classes, to show how they differ from the database.", completion: .directory)
    var models: String?

    func run() throws {
        try Exit.guarding {
            let file = try DatabaseArgument.open(database.place, schemas: database.schema) { options in
                // Several pages are read at once, and what is slow must not keep the others waiting.
                options.maximumReaders = 12
                options.server.maximumConnections = 12
            }
            let site = try Site(file, models: models)
            let server = BrowseServer(site: site, port: port)
            site.begin()
            let opens = open
            let failure = Mutex<(any Error)?>(nil)
            let end = DispatchSemaphore(value: 0)
            let name = file.name
            Task {
                do {
                    try await server.run { address in
                        Terminal.write("\(name) is at\n\n  \(address)\n\nCtrl-C ends it.\n")
                        if opens { Browser.open(address) }
                    }
                } catch { failure.withLock { $0 = error } }
                end.signal()
            }
            end.wait()
            site.end()
            if let error = failure.withLock({ $0 }) { throw error }
        }
    }
}

/// The person's browser.
enum Browser {
    /// Opens an address where there is a screen; says nothing where there is none, since the address is printed.
    static func open(_ address: String) {
        #if os(macOS)
            let program = "/usr/bin/open"
        #else
            let environment = ProcessInfo.processInfo.environment
            guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
            let program = "/usr/bin/xdg-open"
        #endif
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
