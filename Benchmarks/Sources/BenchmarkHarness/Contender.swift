/// One way to talk to SQLite, measured.
///
/// Each workload is one method. What happens inside `watch.measure { … }` is timed; what is before and after
/// (making the models to insert, digesting the models that were read) is not. A method answers with a ``Digest`` of
/// what it read, which must equal raw's; what it wrote is read back by the harness. A workload that a contender does
/// not implement is left out of its report.
///
/// ```swift
/// func fetch10(_ watch: Stopwatch) throws -> Digest {
///     let people = try watch.measure { try database.read { try Person.all() } }
///     return Digest(unordered: people)
/// }
/// ```
public protocol Contender: AnyObject {
    /// As it is printed and written to the JSON: "raw", "GRDB idiomatic", "zim generated".
    static var name: String { get }

    /// Opens one connection to an existing database with the settings that ``ConnectionSettings`` gives.
    init(path: String) throws

    /// The integer that a query answers with; the harness checks the settings and warms the page cache with it.
    func scalar(_ sql: String) throws -> Int

    /// Inserts the people as models in one transaction. The models are made before the watch starts.
    func insert(_ people: [PersonSeed], _ watch: Stopwatch) throws

    /// The same, given to the library as one list.
    func insertlist(_ people: [PersonSeed], _ watch: Stopwatch) throws

    /// All people, all ten columns, in any order.
    func fetch10(_ watch: Stopwatch) throws -> Digest

    /// All people without `created_at` and `avatar`, in any order.
    func fetch8(_ watch: Stopwatch) throws -> Digest

    /// One find for each key, in the order given, inside one read transaction; the models are kept.
    func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest

    /// The people of a region by number, then the phones of each by id: the relationship called in a loop.
    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest

    /// The same as ``nplus1(region:_:)`` with the eager loading requested explicitly.
    func eager(region: String, _ watch: Stopwatch) throws -> Digest

    /// Adds one to `age` of each model whose `number` is divisible by ten, and saves each, in one transaction.
    /// The models are fetched before the watch starts.
    func update(_ watch: Stopwatch) throws

    /// For each search builds the text and the parameters of a query anew; runs every ``PhoneSearch/sampling``th after
    /// the watch has stopped and digests the people it finds, in order.
    ///
    /// ```sql
    /// SELECT (the ten columns of person) FROM person JOIN phone ON (the composite foreign key)
    /// WHERE person.region = ? AND person.age >= ? AND phone.label = ?
    /// ORDER BY person.last_name, phone.id LIMIT (a number)
    /// ```
    func sqlbuild(_ searches: [PhoneSearch], _ watch: Stopwatch) throws -> Digest

    /// The people with these keys in one go, in any order.
    func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest
}

/// Thrown by the default implementations: the contender does not take part in this workload.
public struct NotImplemented: Error {
    public init() {}
}

extension Contender {
    public func insert(_ people: [PersonSeed], _ watch: Stopwatch) throws { throw NotImplemented() }
    public func insertlist(_ people: [PersonSeed], _ watch: Stopwatch) throws { throw NotImplemented() }
    public func fetch10(_ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func fetch8(_ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func nplus1(region: String, _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func eager(region: String, _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func update(_ watch: Stopwatch) throws { throw NotImplemented() }
    public func sqlbuild(_ searches: [PhoneSearch], _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
}
