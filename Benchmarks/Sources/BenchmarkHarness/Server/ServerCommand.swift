/// The part of the command line that measures on a PostgreSQL server.
enum ServerCommand {
    static func measure(
        _ options: Options, raw: any ServerYardstick.Type, others: [any ServerContender.Type]
    ) throws {
        if let path = options.markdown { try MarkdownTable.check(path, for: ["postgres"]) }
        let selected = others.filter { type in
            options.contenders.isEmpty || options.contenders.contains { type.name.hasPrefix($0) }
        }
        let runner = try ServerRunner(raw, selected, rounds: options.rounds, server: options.server)
        print(ServerReport.header(rounds: options.rounds))
        var all: [ServerMeasurement] = []
        for workload in options.serverWorkloads {
            let measured = try runner.measure(workload)
            print(ServerReport.text(measured))
            all += measured
        }
        if let path = options.json { try ServerReport.write(all, to: path) }
        if let path = options.markdown {
            let table = ServerReport.markdown(all, run: RunNote.text(rounds: options.rounds))
            try MarkdownTable.put(table, as: "postgres", into: path)
        }
    }
}
