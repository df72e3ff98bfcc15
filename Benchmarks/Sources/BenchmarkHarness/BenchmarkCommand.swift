import Foundation

/// The command line around a list of contenders.
public enum BenchmarkCommand {
    /// Measures what the arguments select and returns the exit code.
    ///
    /// ```swift
    /// exit(BenchmarkCommand.run(CommandLine.arguments, raw: Raw.self, others: [GRDBIdiomatic.self]))
    /// ```
    ///
    /// - Parameter servers: the contenders on each server whose client library the program is built with.
    public static func run(
        _ arguments: [String], raw: any Contender.Type, others: [any Contender.Type],
        servers: [ServerContenders] = []
    ) -> Int32 {
        do {
            let arguments = Array(arguments.dropFirst())
            if arguments.first == MemoryChild.option, arguments.count == 4 {
                guard let type = ([raw] + others).first(where: { $0.name == arguments[2] }),
                    let workload = Workload(rawValue: arguments[1])
                else {
                    throw BenchmarkError("no contender \(arguments[2]) or workload \(arguments[1])")
                }
                try MemoryChild.run(workload, type, path: arguments[3])
                return 0
            }
            let options = try Options(arguments)
            if options.help {
                print(Options.usage)
                return 0
            }
            if !options.earlier.isEmpty {
                try reportEarlier(options)
                return 0
            }
            if let engine = options.serverEngine {
                try ServerCommand.measure(options, on: engine, servers)
                return 0
            }
            if options.measuresGrowth {
                try measureGrowth(options, [raw] + others.filter(options.selects))
                return 0
            }
            try measure(options, [raw] + others.filter(options.selects))
            return 0
        } catch {
            FileHandle.standardError.write(Data("\(String(describing: error).prefix(2_000))\n".utf8))
            return 1
        }
    }

    private static func measure(_ options: Options, _ contenders: [any Contender.Type]) throws {
        try checkPage(options, options.workloads)
        let runner = try Runner(contenders, rounds: options.rounds, rows: options.rows)
        var all: [Comparison] = []
        print(TextTable.header(rounds: options.rounds))
        fflush(nil)
        for workload in options.workloads {
            let comparisons = try runner.measure(workload)
            print(TextTable.rows(comparisons))
            fflush(nil)
            all += comparisons
        }
        try report(all, options, RunNote.text(rounds: options.rounds))
    }

    /// A mark that the page lacks is better found before a long run than after it.
    private static func checkPage(_ options: Options, _ workloads: [Workload]) throws {
        guard let path = options.markdown else { return }
        try MarkdownTable.check(path, for: Set(workloads.map(mark)))
    }

    /// Where a page has the workload's line.
    private static func mark(_ workload: Workload) -> String {
        Workload.standard.contains(workload) ? "table" : "large"
    }

    private static func report(_ all: [Comparison], _ options: Options, _ note: String) throws {
        if let path = options.json { try JSONReport.write(all, to: path) }
        if let path = options.svg { try RatioChart(all).svg.write(toFile: path, atomically: true, encoding: .utf8) }
        guard let path = options.markdown else { return }
        for (mark, part) in Dictionary(grouping: all, by: { mark($0.measurement.workload) }) {
            try MarkdownTable.put(MarkdownTable.ratios(part, run: note), as: mark, into: path)
        }
    }

    private static func reportEarlier(_ options: Options) throws {
        let all = try options.earlier.flatMap(JSONReport.read)
        try checkPage(options, all.map(\.measurement.workload))
        try report(all, options, RunNote.earlier(options.earlier))
    }

    private static func measureGrowth(_ options: Options, _ contenders: [any Contender.Type]) throws {
        if let path = options.markdown { try MarkdownTable.check(path, for: ["growth"]) }
        let runner = try GrowthRunner(contenders, rounds: options.rounds)
        var points: [GrowthPoint] = []
        print("CPU time in nanoseconds, \(options.rounds) rounds\n")
        for axis in options.axes {
            let measured = try runner.measure(axis)
            print(GrowthReport(points: measured).table)
            fflush(nil)
            points += measured
        }
        let report = GrowthReport(points: points)
        if let path = options.json { try report.write(to: path) }
        if let path = options.svg {
            try GrowthChart(points: points).svg.write(toFile: path, atomically: true, encoding: .utf8)
        }
        if let path = options.markdown {
            let table = MarkdownTable.growth(report, run: RunNote.text(rounds: options.rounds))
            try MarkdownTable.put(table, as: "growth", into: path)
        }
    }
}
