/// Lets a few through at a time: what may take seconds must not take every connection from what takes milliseconds.
actor Lane {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ places: Int) { free = places }

    func run<T: Sendable>(_ body: @Sendable () async throws -> T) async rethrows -> T {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        defer { leave() }
        return try await body()
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
