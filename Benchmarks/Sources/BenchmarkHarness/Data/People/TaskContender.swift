import Dispatch

/// A contender that works from tasks: each find and each change is a transaction of its own.
public protocol TaskContender: Contender {
    /// A find for each key, one after the other on one thread, each blocking.
    func finds(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum

    /// The same, each awaited; raw blocks.
    func awaits(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum

    /// The same by as many tasks as there are parts, at once; raw takes them one after the other.
    func taskreads(_ parts: [[PersonKey]], _ watch: Stopwatch) throws -> AgeSum

    /// Adds one to the age of each person, found and saved in a transaction of its own, by as many tasks.
    func taskwrites(_ parts: [[PersonKey]], _ watch: Stopwatch) throws
}

extension TaskContender {
    public func finds(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum { throw NotImplemented() }
    public func awaits(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum { throw NotImplemented() }
    public func taskreads(_ parts: [[PersonKey]], _ watch: Stopwatch) throws -> AgeSum { throw NotImplemented() }
    public func taskwrites(_ parts: [[PersonKey]], _ watch: Stopwatch) throws { throw NotImplemented() }
}

/// What is kept of people that tasks read: models are not handed from task to task.
public struct AgeSum: Sendable {
    private var people = 0
    private var ages = 0

    public init() {}

    public mutating func add(_ age: Int?) {
        guard let age else { return }
        people += 1
        ages += age
    }

    public mutating func add(_ other: AgeSum) {
        people += other.people
        ages += other.ages
    }

    var digest: Digest {
        var digest = Digest()
        digest.add([people, ages])
        return digest
    }
}

/// Runs tasks for a thread that waits for them.
public enum Tasks {
    public static func wait<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
        let semaphore = DispatchSemaphore(value: 0)
        // Written by the task before it signals, and read behind that.
        nonisolated(unsafe) var result = Result<T, any Error>.failure(BenchmarkError("no result"))
        Task.detached {
            do { result = .success(try await body()) } catch { result = .failure(error) }
            semaphore.signal()
        }
        semaphore.wait()
        return try result.get()
    }

    /// A task for each part.
    public static func each(
        _ parts: [[PersonKey]], _ body: @escaping @Sendable ([PersonKey]) async throws -> AgeSum
    ) throws -> AgeSum {
        try wait {
            try await withThrowingTaskGroup(of: AgeSum.self) { group in
                for part in parts { group.addTask { try await body(part) } }
                return try await group.reduce(into: AgeSum()) { $0.add($1) }
            }
        }
    }
}
