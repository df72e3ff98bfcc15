import Foundation

/// Memory is measured in a process of its own per contender, so that the numbers do not mix.
enum MemoryChild {
    static let option = "--memory-child"

    struct Answer {
        let mebibytes: Double
        let digest: String
    }

    /// Starts this executable again for one contender and waits for its answer.
    static func measure(_ workload: Workload, _ contender: String, path: String) throws -> Answer? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [option, workload.rawValue, contender, path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkError("\(contender): memory child failed") }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard lines.count == 2, let mebibytes = Double(lines[0]) else { return nil }
        return Answer(mebibytes: mebibytes, digest: String(lines[1]))
    }

    /// The child's part: prints the MiB that the workload adds and its digest, or nothing when it is not implemented.
    static func run(_ workload: Workload, _ type: any Contender.Type, path: String) throws {
        let contender = try type.init(path: path)
        try ConnectionSettings.warmCache(contender, workload.dataset.warming)
        let watch = Stopwatch(.memory)
        do {
            let digest = try digest(workload, contender, watch)
            print(watch.reading ?? 0)
            print(digest)
        } catch is NotImplemented {
        }
    }

    private static func digest(_ workload: Workload, _ contender: any Contender, _ watch: Stopwatch) throws -> Digest {
        if workload == .scanmemory {
            guard let contender = contender as? any LedgerContender else { throw NotImplemented() }
            return try contender.scan(watch).digest
        }
        // What is set up once per process (formatters, calendars, mappings) is not a matter of the models.
        let first = PersonKey(region: "EU-000", number: 0)
        _ = try? contender.lookup([first], Stopwatch(.time))
        return try contender.fetch10(watch)
    }
}
