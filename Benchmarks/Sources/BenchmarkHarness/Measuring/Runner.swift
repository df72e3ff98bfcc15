import CSQLiteRaw
import Foundation

/// Runs the contenders of a workload in turns and checks every answer.
final class Runner {
    private let contenders: [any Contender.Type]
    private let rounds: Int
    private let rows: Int
    private let workplace: Workplace
    private var datasets: [DatasetKind: any Dataset] = [:]

    /// - Parameter rows: how many rows the scan goes through.
    init(_ contenders: [any Contender.Type], rounds: Int, rows: Int) throws {
        self.contenders = contenders
        self.rounds = rounds
        self.rows = rows
        workplace = try Workplace()
    }

    private func dataset(of workload: Workload) throws -> any Dataset {
        if let dataset = datasets[workload.dataset] { return dataset }
        let dataset = try workload.dataset.make(in: workplace, rows: rows)
        datasets[workload.dataset] = dataset
        return dataset
    }

    /// The measurements in the order of the contenders; who does not implement the workload is left out.
    func measure(_ workload: Workload) throws -> [Comparison] {
        let dataset = try dataset(of: workload)
        let expected = try dataset.expected(workload)
        var readings: [String: [Double]] = [:]
        var absent: Set<String> = []
        var open: [String: any Contender] = [:]
        // Round 0 warms caches and is not counted; who begins changes from round to round.
        for round in 0...rounds {
            for offset in contenders.indices {
                let type = contenders[(offset + round) % contenders.count]
                if absent.contains(type.name) { continue }
                guard let reading = try run(workload, dataset, type, &open, expected) else {
                    absent.insert(type.name)
                    continue
                }
                if round > 0 { readings[type.name, default: []].append(reading) }
            }
        }
        let measurements = contenders.filter { !absent.contains($0.name) }.map {
            Measurement(workload, $0.name, readings[$0.name] ?? [])
        }
        guard let raw = measurements.first else { return [] }
        // A scan adds next to no memory, and a multiple of nothing says nothing.
        let isRatioMeant = workload != .scanmemory
        return measurements.map { Comparison(measurement: $0, ratio: isRatioMeant ? $0.median / raw.median : nil) }
    }

    /// One reading, or nil when the contender does not implement the workload.
    private func run(
        _ workload: Workload, _ dataset: any Dataset, _ type: any Contender.Type,
        _ open: inout [String: any Contender], _ expected: Digest
    ) throws -> Double? {
        let path = dataset.path(for: workload)
        if workload.measuresMemory {
            guard let answer = try MemoryChild.measure(workload, type.name, path: path) else { return nil }
            try compare(answer.digest, expected, workload, type)
            return answer.mebibytes
        }
        do {
            if workload.writes { return try write(workload, dataset, type, expected) }
            let contender = try open[type.name] ?? prepared(type, path: path, workload)
            open[type.name] = contender
            let watch = Stopwatch(.time)
            let digest = try dataset.run(workload, on: contender, watch)
            try compare(digest?.description ?? "nothing", expected, workload, type)
            return try reading(watch, workload, type)
        } catch is NotImplemented {
            return nil
        }
    }

    private func write(
        _ workload: Workload, _ dataset: any Dataset, _ type: any Contender.Type, _ expected: Digest
    ) throws -> Double {
        let path = try workplace.copy(of: dataset.path(for: workload))
        defer { workplace.remove(path) }
        let watch = Stopwatch(.time)
        do {
            let contender = try prepared(type, path: path, workload)
            _ = try dataset.run(workload, on: contender, watch)
        }
        try compare(dataset.stored(workload, path: path).description, expected, workload, type)
        return try reading(watch, workload, type)
    }

    private func prepared(_ type: any Contender.Type, path: String, _ workload: Workload) throws -> any Contender {
        let contender = try type.init(path: path)
        try ConnectionSettings.check(contender)
        try ConnectionSettings.warmCache(contender, workload.dataset.warming)
        return contender
    }

    private func reading(_ watch: Stopwatch, _ workload: Workload, _ type: any Contender.Type) throws -> Double {
        guard let reading = watch.reading else {
            throw BenchmarkError("\(type.name) never started the watch of \(workload.rawValue)")
        }
        return reading
    }

    private func compare(_ found: String, _ expected: Digest, _ workload: Workload, _ type: any Contender.Type) throws {
        guard found == expected.description else {
            throw BenchmarkError("\(workload.rawValue): \(type.name) gives \(found), expected \(expected)")
        }
    }
}
