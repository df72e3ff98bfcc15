import Foundation

/// One contender at one point of a curve.
struct GrowthPoint {
    let axis: GrowthAxis
    let point: Int
    let contender: String
    /// Nanoseconds for each unit, sorted.
    let readings: [Double]

    var minimum: Double { readings.first ?? .nan }

    var median: Double {
        guard !readings.isEmpty else { return .nan }
        let middle = readings.count / 2
        return readings.count % 2 == 1 ? readings[middle] : (readings[middle - 1] + readings[middle]) / 2
    }
}

/// Measures the curves; the contenders take turns at each point.
final class GrowthRunner {
    private let contenders: [(name: String, contender: any GrowthContender)]
    private let rounds: Int
    private let workplace: Workplace
    private let dataset: GrowthDataset

    init(_ types: [any Contender.Type], rounds: Int) throws {
        self.rounds = rounds
        workplace = try Workplace()
        dataset = try GrowthDataset(in: workplace)
        let path = dataset.path
        contenders = try types.compactMap { type in
            guard type is any GrowthContender.Type, let contender = try type.init(path: path) as? any GrowthContender
            else { return nil }
            try ConnectionSettings.check(contender)
            try ConnectionSettings.warmCache(contender, GrowthDataset.warming)
            return (type.name, contender)
        }
    }

    /// The points of an axis, contender by contender at each.
    func measure(_ axis: GrowthAxis) throws -> [GrowthPoint] {
        var points: [GrowthPoint] = []
        for point in axis.points {
            let expected = dataset.expected(axis, point)
            var readings: [[Double]] = contenders.map { _ in [] }
            // Round 0 warms up and is not counted.
            for round in 0...rounds {
                for offset in contenders.indices {
                    let index = (offset + round) % contenders.count
                    let watch = Stopwatch(.time)
                    let found = try dataset.run(axis, point, on: contenders[index].contender, watch)
                    guard found == expected, let milliseconds = watch.reading else {
                        throw BenchmarkError(
                            "\(axis.rawValue) \(point): \(contenders[index].name) gives \(found), expected \(expected)")
                    }
                    if round > 0 { readings[index].append(milliseconds * 1_000_000 / Double(axis.units(point))) }
                }
            }
            points += contenders.indices.map {
                GrowthPoint(
                    axis: axis, point: point, contender: contenders[$0].name, readings: readings[$0].sorted())
            }
        }
        return points
    }
}
