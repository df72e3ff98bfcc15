import Synchronization
import ZIMDb

/// Notices, in debug builds, a model that two threads save, load or follow at the same time: its properties would be
/// read and written side by side.
enum ModelUse {
    #if DEBUG
        private static let users = Mutex<[ObjectIdentifier: (thread: UInt, depth: Int)]>([:])
    #endif

    /// Runs a closure that uses a model.
    ///
    /// - Throws: ``ModelError`` with code notSaveable if another thread uses it right now.
    @inline(__always)
    static func alone<T>(_ model: Model, _ body: () throws -> T) throws -> T {
        #if DEBUG
            let (key, thread) = (ObjectIdentifier(model), SessionHandle.thisThread)
            let isFree = users.withLock { users in
                guard let other = users[key] else {
                    users[key] = (thread, 1)
                    return true
                }
                guard other.thread == thread else { return false }
                users[key] = (thread, other.depth + 1)
                return true
            }
            guard isFree else {
                throw ModelError(
                    .notSaveable, "a model of \"\(type(of: model).table)\" is used by two threads at the same time",
                    table: type(of: model).table, hint: "A model belongs to one thread or task at a time")
            }
            defer {
                users.withLock { users in
                    let depth = (users[key]?.depth ?? 1) - 1
                    users[key] = depth > 0 ? (thread, depth) : nil
                }
            }
        #endif
        return try body()
    }
}
