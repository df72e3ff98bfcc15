import Synchronization

/// The text of a statement that is run again and again, with a number by which every connection finds it compiled.
///
/// The mapper makes one for each look-up and relationship; there are as many as a program has kinds of them.
package final class CachedSQL: Sendable {
    package let sql: String
    let number: Int

    private static let next = Atomic<Int>(0)

    package init(_ sql: String) {
        self.sql = sql
        number = Self.next.wrappingAdd(1, ordering: .relaxed).oldValue
    }
}
