import CFaults
import ZIMOrm

/// One call to the system that fails: which, in which journal mode, and whether all that follow fail too.
struct Fault: CustomStringConvertible {
    enum Kind: String, CaseIterable {
        case read, write, diskFull, sync, truncate, open, delete, access, size, lock, sharedMemory, allocation

        var code: Int32 {
            switch self {
            case .read: Int32(ZIM_FAULT_READ)
            case .write, .diskFull: Int32(ZIM_FAULT_WRITE)
            case .sync: Int32(ZIM_FAULT_SYNC)
            case .truncate: Int32(ZIM_FAULT_TRUNCATE)
            case .open: Int32(ZIM_FAULT_OPEN)
            case .delete: Int32(ZIM_FAULT_DELETE)
            case .access: Int32(ZIM_FAULT_ACCESS)
            case .size: Int32(ZIM_FAULT_SIZE)
            case .lock: Int32(ZIM_FAULT_LOCK)
            case .sharedMemory: Int32(ZIM_FAULT_SHARED_MEMORY)
            case .allocation: Int32(ZIM_FAULT_ALLOCATION)
            }
        }
    }

    let kind: Kind
    let journal: DatabaseOptions.JournalMode
    let number: Int
    let persists: Bool

    var description: String {
        "\(journal.rawValue) \(kind) \(number)" + (persists ? " and all that follow" : "")
    }

    func arm() { zim_faults_arm(kind.code, Int64(number), persists ? 1 : 0, kind == .diskFull ? 1 : 0) }

    /// Lets nothing fail any more.
    ///
    /// - Returns: how many calls of the kind there were, and how many failed.
    static func disarm() -> (seen: Int, failed: Int) {
        zim_faults_disarm()
        return (Int(zim_faults_seen()), Int(zim_faults_failed()))
    }
}
