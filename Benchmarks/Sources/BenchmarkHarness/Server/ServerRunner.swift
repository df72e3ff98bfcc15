/// Runs the contenders of the workloads on a server in turns and checks every answer.
final class ServerRunner {
    private let yardstick: any ServerYardstick
    private let contenders: [any ServerContender.Type]
    private let rounds: Int
    private let engine: ServerEngine
    private let url: String
    private let inputs: Inputs
    private let expectation: Expectation
    private var open: [String: any ServerContender] = [:]

    /// - Parameter server: the URL of a server that runs; nil to start one.
    init(
        _ engine: ServerEngine, _ raw: any ServerYardstick.Type, _ others: [any ServerContender.Type], rounds: Int,
        server: String? = nil
    ) throws {
        self.engine = engine
        let seeds = Seeds()
        inputs = Inputs(seeds)
        expectation = Expectation(inputs)
        contenders = [raw] + others
        self.rounds = rounds
        let server = try server ?? engine.start()
        try raw.init(url: server).execute(engine.emptying)
        url = try engine.tables(on: server)
        yardstick = try raw.init(url: url)
        try yardstick.execute(ServerSchema.statements(engine))
        try yardstick.fill(people: seeds.people, phones: seeds.phones)
        try yardstick.execute(ServerSchema.otherPhones(engine))
        try yardstick.execute(ServerSchema.courses(engine))
        try yardstick.execute(engine.counting)
    }

    private var somePeople: [PersonSeed] { Array(inputs.seeds.people.prefix(ServerWorkload.someRows)) }
    private var someKeys: [PersonKey] { Array(inputs.lookupKeys.prefix(ServerWorkload.someRows)) }

    /// The measurements in the order of the contenders; who does not implement the workload is left out.
    func measure(_ workload: ServerWorkload) throws -> [ServerMeasurement] {
        defer { if workload.writes { try? restore() } }
        let expected = expected(workload)
        var readings: [String: [(cpu: Double, wall: Double)]] = [:]
        var absent: Set<String> = []
        // Round 0 warms caches and is not counted; who begins changes from round to round.
        for round in 0...rounds {
            for offset in contenders.indices {
                let type = contenders[(offset + round) % contenders.count]
                if absent.contains(type.name) { continue }
                guard let reading = try run(workload, type, expected) else {
                    absent.insert(type.name)
                    continue
                }
                if round > 0 { readings[type.name, default: []].append(reading) }
            }
        }
        return contenders.filter { !absent.contains($0.name) }.map { type in
            let own = readings[type.name] ?? []
            return ServerMeasurement(
                workload: engine.name(of: workload), contender: type.name, cpu: Readings(own.map(\.cpu)),
                wall: Readings(own.map(\.wall))
            )
        }
    }

    private func run(
        _ workload: ServerWorkload, _ type: any ServerContender.Type, _ expected: Digest
    ) throws -> (cpu: Double, wall: Double)? {
        if workload.fills { try yardstick.execute("TRUNCATE person") }
        // Every update finds rows that have not been updated before, and no dead ones beside them.
        if workload == .update { try restore() }
        // Else the server writes what others have left behind while the next one is measured.
        if workload.writes, let checkpoint = engine.checkpoint { try yardstick.execute(checkpoint) }
        let contender = try open[type.name] ?? type.init(url: url)
        open[type.name] = contender
        let watch = Stopwatch(.time)
        do {
            let found = try digest(workload, contender, watch)
            let answer = try found ?? yardstick.storedPeople()
            guard answer == expected else {
                throw BenchmarkError("\(engine.name(of: workload)): \(type.name) gives \(answer), expected \(expected)")
            }
        } catch is NotImplemented {
            return nil
        }
        guard let cpu = watch.reading, let wall = watch.elapsed else {
            throw BenchmarkError("\(type.name) never started the watch of \(engine.name(of: workload))")
        }
        return (cpu, wall)
    }

    private func restore() throws {
        try yardstick.execute("TRUNCATE person; TRUNCATE phone")
        try yardstick.fill(people: inputs.seeds.people, phones: inputs.seeds.phones)
        try yardstick.execute(ServerSchema.otherPhones(engine))
        try yardstick.execute(engine.counting)
    }

    /// What was read; nil where something was written.
    private func digest(
        _ workload: ServerWorkload, _ contender: any ServerContender, _ watch: Stopwatch
    ) throws -> Digest? {
        switch workload {
        case .fetch10: return try contender.fetch10(watch)
        case .fetch8: return try contender.fetch8(watch)
        case .lookup: return try contender.lookup(someKeys, watch)
        case .nplus1: return try contender.nplus1(region: inputs.seeds.parentRegion, watch)
        case .eager: return try contender.eager(region: inputs.seeds.parentRegion, watch)
        case .keyset: return try contender.keyset(inputs.keysetKeys, watch)
        case .through: return try contender.through(school: CoursesQuestion.school, watch)
        case .scan: return try contender.scan(watch)
        case .copy: try contender.copy(inputs.seeds.people, watch)
        case .pipelined: try contender.pipelined(somePeople, watch)
        case .insert: try contender.insert(somePeople, watch)
        case .update: try contender.update(watch)
        }
        return nil
    }

    private func expected(_ workload: ServerWorkload) -> Digest {
        switch workload {
        case .fetch10: expectation.digest(of: .fetch10)
        case .scan: inputs.seeds.people.reduce(into: PeopleSum()) { $0.add($1) }.digest
        case .fetch8: expectation.digest(of: .fetch8)
        case .lookup: Digest(people: someKeys.compactMap { expectation.person($0) })
        case .copy: expectation.digest(of: .insert)
        case .pipelined, .insert: Digest(people: somePeople)
        case .update: expectation.digest(of: .update)
        case .nplus1, .eager: expectation.digest(of: .nplus1)
        case .keyset: expectation.digest(of: .keyset)
        case .through: ServerSchema.expectedCourses(school: CoursesQuestion.school)
        }
    }
}
