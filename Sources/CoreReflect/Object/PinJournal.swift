import Foundation
import ZIMOrm

/// What a unit of work set in objects, so that they are given back as they were where it fails.
///
/// The mapper gives back what the database filled in as soon as a model is asked; this asks all of them, and gives back
/// the dates, which the database did not fill in.
// Unchecked: a task that the closure starts may see it, too; the lock keeps them apart, and an object is only touched by
// the thread that noted it.
final class PinJournal: @unchecked Sendable {
    @TaskLocal private static var current: PinJournal?

    private struct Entry {
        let object: Reflect
        let createdAt: Date?
        let updatedAt: Date?
    }

    private let lock = NSLock()
    private var entries: [Entry] = []

    /// Runs a unit of work; where it throws, the objects that it wrote are given back as they were.
    static func keep<T>(_ body: () throws -> T) throws -> T {
        let journal = PinJournal()
        do {
            let result = try $current.withValue(journal) { try body() }
            if let current { current.append(journal.entries) }
            return result
        } catch {
            journal.restore()
            throw error
        }
    }

    /// The same in a transaction on a thread of the database's own, which ends behind the unit of work.
    static func keep<T>(
        in database: Database, _ body: @escaping @Sendable () throws -> sending T
    ) async throws -> sending T {
        let journal = PinJournal()
        do {
            return try await database.write { _ in
                // Made by the closure, and known to nobody else.
                nonisolated(unsafe) let result = try $current.withValue(journal) { try body() }
                return result
            }
        } catch {
            journal.restore()
            throw error
        }
    }

    /// Notes an object that is about to be written.
    static func note(_ object: Reflect) {
        current?.append([Entry(object: object, createdAt: object.createdAt, updatedAt: object.updatedAt)])
    }

    private func append(_ more: [Entry]) { lock.withLock { entries += more } }

    private func restore() {
        for entry in lock.withLock({ entries }).reversed() {
            // Asking it makes it take back what the rollback undid, the number among it.
            _ = entry.object.isLoaded
            entry.object.createdAt = entry.createdAt
            entry.object.updatedAt = entry.updatedAt
        }
    }
}
