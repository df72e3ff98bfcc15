import BenchmarkHarness
import ZIMOrm

extension ZIMGenerated: GrowthContender {
    func rows(series: Int, times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        var sum = GrowthSum()
        try watch.measure {
            for _ in 0..<times {
                let samples = try database.read { session in
                    try session.query(GrowthSample.self).filter(\.series == series).all()
                }
                for sample in samples { sum.add(sample.number, sample.t7) }
            }
        }
        return sum
    }

    func finds(_ keys: [[Int]], times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        switch keys.first?.count {
        case 1: try finds(keys, times, watch) { try $0.find(GrowthKey1.self, $1[0]) }
        case 2: try finds(keys, times, watch) { try $0.find(GrowthKey2.self, $1[0], $1[1]) }
        case 3: try finds(keys, times, watch) { try $0.find(GrowthKey3.self, $1[0], $1[1], $1[2]) }
        default: try finds(keys, times, watch) { try $0.find(GrowthKey4.self, $1[0], $1[1], $1[2], $1[3]) }
        }
    }

    @inline(__always)
    private func finds<Keyed: GrowthKeyed>(
        _ keys: [[Int]], _ times: Int, _ watch: Stopwatch, _ find: (Session, [Int]) throws -> Keyed?
    ) throws -> GrowthSum {
        var sum = GrowthSum()
        try watch.measure {
            for _ in 0..<times {
                try database.read { session in
                    for key in keys {
                        if let found = try find(session, key) { sum.add(found.number, found.label) }
                    }
                }
            }
        }
        return sum
    }

    func keyLists(_ keys: [[Int]], times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        switch keys.first?.count {
        case 1: try keyLists(GrowthKey1.self, keys, times, watch)
        case 2: try keyLists(GrowthKey2.self, keys, times, watch)
        case 3: try keyLists(GrowthKey3.self, keys, times, watch)
        default: try keyLists(GrowthKey4.self, keys, times, watch)
        }
    }

    private func keyLists<Keyed: GrowthKeyed>(
        _ type: Keyed.Type, _ keys: [[Int]], _ times: Int, _ watch: Stopwatch
    ) throws -> GrowthSum {
        var sum = GrowthSum()
        try watch.measure {
            for _ in 0..<times {
                let found = try database.read { try $0.find(type, keys: keys) }
                for model in found { sum.add(model.number, model.label) }
            }
        }
        return sum
    }

    func wide(columns: Int, times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        switch columns {
        case 10: try wide(GrowthWide10.self, times, watch)
        case 25: try wide(GrowthWide25.self, times, watch)
        case 50: try wide(GrowthWide50.self, times, watch)
        default: try wide(GrowthWide100.self, times, watch)
        }
    }

    private func wide<Wide: GrowthWide>(_ type: Wide.Type, _ times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        var sum = GrowthSum()
        try watch.measure {
            for _ in 0..<times {
                let models = try database.read { try $0.query(type).all() }
                for model in models { sum.add(model.c0, model.c1) }
            }
        }
        return sum
    }

    func siblings(size: Int, groups: Int, _ watch: Stopwatch) throws -> GrowthSum {
        var sum = GrowthSum()
        try watch.measure {
            try database.read { session in
                for group in 0..<groups {
                    let parents = try session.query(GrowthParent.self).filter(\.size == size && \.team == group)
                        .orderBy(\.number).all()
                    for parent in parents {
                        for child in try parent.children() { sum.add(child.number + child.place, child.label) }
                    }
                }
            }
        }
        return sum
    }
}
