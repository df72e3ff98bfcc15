import CSQLiteRaw
import Foundation

/// Runs the contenders of a workload in turns and checks every answer.
final class Runner {
    private let contenders: [any Contender.Type]
    private let rounds: Int
    private let inputs: Inputs
    private let expectation: Expectation
    private let fixture: Fixture

    init(_ contenders: [any Contender.Type], rounds: Int) throws {
        self.contenders = contenders
        self.rounds = rounds
        let seeds = Seeds()
        inputs = Inputs(seeds)
        expectation = Expectation(inputs)
        fixture = try Fixture(seeds)
    }

    /// The measurements in the order of the contenders; who does not implement the workload is left out.
    func measure(_ workload: Workload) throws -> [Comparison] {
        let expected = expectation.digest(of: workload)
        var readings: [String: [Double]] = [:]
        var absent: Set<String> = []
        var open: [String: any Contender] = [:]
        // Round 0 warms caches and is not counted; who begins changes from round to round.
        for round in 0...rounds {
            for offset in contenders.indices {
                let type = contenders[(offset + round) % contenders.count]
                if absent.contains(type.name) { continue }
                guard let reading = try run(workload, type, &open, expected) else {
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
        return measurements.map { Comparison(measurement: $0, ratio: $0.median / raw.median) }
    }

    /// One reading, or nil when the contender does not implement the workload.
    private func run(
        _ workload: Workload, _ type: any Contender.Type, _ open: inout [String: any Contender], _ expected: Digest
    ) throws -> Double? {
        if workload == .memory {
            guard let answer = try MemoryChild.measure(type.name, path: fixture.filled) else { return nil }
            try compare(answer.digest, expected, workload, type)
            return answer.mebibytes
        }
        do {
            if workload.writes { return try write(workload, type, expected) }
            let contender = try open[type.name] ?? prepared(type, path: fixture.filled)
            open[type.name] = contender
            let watch = Stopwatch(.time)
            let digest = try workload.run(contender, inputs, watch)
            try compare(digest?.description ?? "nothing", expected, workload, type)
            return try reading(watch, workload, type)
        } catch is NotImplemented {
            return nil
        }
    }

    private func write(_ workload: Workload, _ type: any Contender.Type, _ expected: Digest) throws -> Double {
        let path = try fixture.copy(of: workload == .insert ? fixture.empty : fixture.filled)
        defer { fixture.remove(path) }
        let watch = Stopwatch(.time)
        do {
            let contender = try prepared(type, path: path)
            _ = try workload.run(contender, inputs, watch)
        }
        try compare(StoredPeople.digest(path: path).description, expected, workload, type)
        return try reading(watch, workload, type)
    }

    private func prepared(_ type: any Contender.Type, path: String) throws -> any Contender {
        let contender = try type.init(path: path)
        try ConnectionSettings.check(contender)
        try ConnectionSettings.warmCache(contender)
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
