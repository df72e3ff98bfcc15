/// One way to talk to a server, measured like a ``Contender``.
///
/// A workload that a contender does not implement is left out of its report.
public protocol ServerContender: AnyObject {
    /// As it is printed and written to the JSON.
    static var name: String { get }

    /// Opens one connection to a server whose tables are filled.
    init(url: String) throws

    /// All people, all ten columns, in any order.
    func fetch10(_ watch: Stopwatch) throws -> Digest

    /// All people without `created_at` and `avatar`, in any order.
    func fetch8(_ watch: Stopwatch) throws -> Digest

    /// One statement for each key, in the order given, inside one read transaction; the models are kept.
    func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest

    /// Inserts models in one transaction by the fastest way for many rows: COPY on PostgreSQL. The models are made before the watch starts.
    func copy(_ people: [PersonSeed], _ watch: Stopwatch) throws

    /// Inserts models by one INSERT each, sent in libpq's pipeline mode, in one transaction.
    func pipelined(_ people: [PersonSeed], _ watch: Stopwatch) throws

    /// Inserts models in one transaction the way that this contender saves a list of them; raw pipelines.
    func insert(_ people: [PersonSeed], _ watch: Stopwatch) throws

    /// Adds one to `age` of each model whose `number` is divisible by ten, and saves each by a statement of its own, in
    /// one transaction. The models are fetched before the watch starts.
    func update(_ watch: Stopwatch) throws

    /// The people of a region by number, then the phones of each by id: the relationship called in a loop.
    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest

    /// The same with the eager loading requested explicitly.
    func eager(region: String, _ watch: Stopwatch) throws -> Digest

    /// The people with these keys in one statement, in any order.
    func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest

    /// The students of a school by number, then the courses of each in any order, through a join table.
    func through(school: String, _ watch: Stopwatch) throws -> Digest

    /// All people one after the other, from a cursor of the server's, 1,000 rows at a time; nothing is kept.
    func scan(_ watch: Stopwatch) throws -> Digest
}

extension ServerContender {
    public func fetch10(_ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func fetch8(_ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func copy(_ people: [PersonSeed], _ watch: Stopwatch) throws { throw NotImplemented() }
    public func pipelined(_ people: [PersonSeed], _ watch: Stopwatch) throws { throw NotImplemented() }
    public func insert(_ people: [PersonSeed], _ watch: Stopwatch) throws { throw NotImplemented() }
    public func update(_ watch: Stopwatch) throws { throw NotImplemented() }
    public func nplus1(region: String, _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func eager(region: String, _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func through(school: String, _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
    public func scan(_ watch: Stopwatch) throws -> Digest { throw NotImplemented() }
}

/// The yardstick, which also fills the tables and reads back what the others have written.
public protocol ServerYardstick: ServerContender {
    /// Runs SQL of any number of statements.
    func execute(_ sql: String) throws

    /// Fills the tables.
    func fill(people: [PersonSeed], phones: [PhoneSeed]) throws

    /// The digest of all rows of `person` in the order of their key.
    func storedPeople() throws -> Digest
}

/// Who is compared on an engine.
public struct ServerContenders {
    let engine: ServerEngine
    let raw: any ServerYardstick.Type
    let others: [any ServerContender.Type]

    public init(_ engine: ServerEngine, raw: any ServerYardstick.Type, others: [any ServerContender.Type]) {
        self.engine = engine
        self.raw = raw
        self.others = others
    }
}
