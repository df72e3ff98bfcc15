import Foundation

/// The part of the command line that measures on a server.
enum ServerCommand {
    static func measure(_ options: Options, on engine: ServerEngine, _ servers: [ServerContenders]) throws {
        guard let contenders = servers.first(where: { $0.engine == engine }) else {
            throw BenchmarkError("--\(engine.mark) needs a build with the trait: swift run --traits PostgreSQL,MySQL …")
        }
        if let path = options.markdown { try MarkdownTable.check(path, for: [engine.mark]) }
        let selected = contenders.others.filter { type in
            options.contenders.isEmpty || options.contenders.contains { type.name.hasPrefix($0) }
        }
        let runner = try ServerRunner(
            engine, contenders.raw, selected, rounds: options.rounds, server: options.server)
        print(ServerReport.header(rounds: options.rounds))
        var all: [ServerMeasurement] = []
        for workload in options.serverWorkloads {
            let measured = try runner.measure(workload)
            print(ServerReport.text(measured))
            fflush(nil)
            all += measured
        }
        if let path = options.json { try ServerReport.write(all, to: path) }
        if let path = options.markdown {
            let table = ServerReport.markdown(all, run: RunNote.text(rounds: options.rounds))
            try MarkdownTable.put(table, as: engine.mark, into: path)
        }
    }
}
