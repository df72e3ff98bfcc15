import Foundation

/// The part of a task that is its turn at a connection, up to where the task waits again.
// Unchecked: the runtime's reference to a task that waits, which one thread runs, once.
struct TaskPart: @unchecked Sendable {
    private let job: UnownedJob
    /// Whose executor the task leaves when its turn is over; nil where it stays.
    private var turn: ConnectionTurn?

    init(_ job: UnownedJob, _ turn: ConnectionTurn) {
        self.job = job
        self.turn = turn
    }

    /// Tells the task from others that run; nil where it must not stay on a thread of ours.
    var stayingTask: UInt? {
        turn?.mayStay == true && Self.isKnown ? unsafeBitCast(job, to: UInt.self) : nil
    }

    /// From here on the task itself keeps its turn, and lets go of it when it goes on.
    mutating func stay() { turn = nil }

    func run() {
        if let turn { return job.runSynchronously(on: turn.asUnownedSerialExecutor()) }
        // Two empty words are what the runtime takes for "any of Swift's threads".
        runJob(job, unsafeBitCast((0 as UInt, 0 as UInt), to: UnownedSerialExecutor.self))
    }

    /// Whether the task that asks may stay: it prefers no executor, and nobody has taken the place of Swift's threads.
    static var currentTaskMayStay: Bool {
        #if canImport(Darwin)
            // There the system's threads have the task's priority, and ours have not.
            false
        #else
            withUnsafeCurrentTask { $0.map { $0.unownedTaskExecutor == nil } ?? false } && replacement?.pointee == nil
        #endif
    }

    /// Whether the runtime's references have the form that is known here.
    private static let isKnown =
        MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<(UInt, UInt)>.size
        && MemoryLayout<UnownedJob>.size == MemoryLayout<UInt>.size

    #if !canImport(Darwin)
        // Unsafe: the address does not change, and what stands there is set before there are tasks.
        private nonisolated(unsafe) static let replacement = dlsym(nil, "swift_task_enqueueGlobal_hook")?
            .assumingMemoryBound(to: UnsafeRawPointer?.self)
    #endif
}

// What `runSynchronously` calls. Its public forms take an executor that the task leaves again, and this one is none.
@_silgen_name("swift_job_run")
private func runJob(_ job: UnownedJob, _ executor: UnownedSerialExecutor)
