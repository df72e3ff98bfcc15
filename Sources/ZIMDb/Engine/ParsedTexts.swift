import Synchronization

/// What single statements were parsed into, for all connections: each new one prepares the same texts again, among them the
/// schema queries, which are long.
package final class ParsedTexts<Parsed: Sendable>: Sendable {
    private static var capacity: Int { 512 }
    private static var longest: Int { 16_384 }

    private let entries = Mutex<[StatementText: Parsed]>([:])

    package init() {}

    package subscript(sql: String) -> Parsed? {
        get {
            // A long one mostly has values written into it, and does not come again.
            guard sql.utf8.count <= Self.longest else { return nil }
            return entries.withLock { $0[StatementText(sql)] }
        }
        set {
            guard sql.utf8.count <= Self.longest else { return }
            entries.withLock { entries in
                if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
                entries[StatementText(sql)] = newValue
            }
        }
    }
}
