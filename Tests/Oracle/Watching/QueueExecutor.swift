import Dispatch

/// Runs tasks on threads of its own. Where many tests run at once, a task waits in the pool's line behind all of them, on two
/// slow cores for a quarter of an hour.
final class QueueExecutor: TaskExecutor {
    static let shared = QueueExecutor()
    private let queue = DispatchQueue(label: "oracle", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
