import BenchmarkHarness
import GRDB

/// GRDB as its documentation teaches it.
final class GRDBIdiomatic: Contender {
    static let name = "GRDB idiomatic"

    private typealias Columns = GRDBPerson.Columns

    private let connection: GRDBConnection
    let path: String
    var queue: DatabaseQueue { connection.queue }

    init(path: String) throws {
        self.path = path
        connection = try GRDBConnection(path: path)
    }

    func scalar(_ sql: String) throws -> Int {
        try connection.scalar(sql)
    }

    func insert(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
        let people = seeds.map(GRDBPerson.init)
        try watch.measure {
            try connection.queue.write { db in
                for person in people { try person.insert(db) }
            }
        }
    }

    func fetch10(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { try GRDBPerson.fetchAll($0) }
        }
        return Digest(unordered: people)
    }

    func fetch8(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { try GRDBBrief.fetchAll($0) }
        }
        return Digest(unorderedBriefs: people)
    }

    func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { db in
                var people: [GRDBPerson] = []
                people.reserveCapacity(keys.count)
                for key in keys {
                    let person = try GRDBPerson.fetchOne(db, key: ["region": key.region, "number": key.number])
                    if let person { people.append(person) }
                }
                return people
            }
        }
        return Digest(people: people)
    }

    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest {
        let families = try watch.measure {
            try connection.queue.read { db in
                try GRDBPerson.filter(Columns.region == region).order(Columns.number).fetchAll(db).map { person in
                    GRDBFamily(person: person, phones: try person.phones.fetchAll(db))
                }
            }
        }
        return Self.digest(families)
    }

    func eager(region: String, _ watch: Stopwatch) throws -> Digest {
        let families = try watch.measure {
            try connection.queue.read { db in
                try GRDBPerson
                    .filter(Columns.region == region)
                    .order(Columns.number)
                    .including(all: GRDBPerson.phones.order(GRDBPhone.Columns.id))
                    .asRequest(of: GRDBFamily.self)
                    .fetchAll(db)
            }
        }
        return Self.digest(families)
    }

    func update(_ watch: Stopwatch) throws {
        let people = try connection.queue.read { try GRDBPerson.filter(sql: "number % 10 = 0").fetchAll($0) }
        try watch.measure {
            try connection.queue.write { db in
                for var person in people {
                    person.age += 1
                    try person.update(db, columns: [Columns.age])
                }
            }
        }
    }

    /// GRDB renders a request by preparing it.
    func sqlbuild(_ searches: [PhoneSearch], _ watch: Stopwatch) throws -> Digest {
        try connection.queue.read { db in
            var kept: [QueryInterfaceRequest<GRDBPerson>] = []
            var size = 0
            try watch.measure {
                for (index, search) in searches.enumerated() {
                    let request = Self.request(search)
                    let statement = try request.makePreparedRequest(db).statement
                    size &+= statement.sql.utf8.count
                    if index % PhoneSearch.sampling == 0 { kept.append(request) }
                }
            }
            guard size > 100 * searches.count else { throw BenchmarkError("nothing built") }
            return Digest(people: try kept.flatMap { try $0.fetchAll(db) })
        }
    }

    func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { db in
                var people: [GRDBPerson] = []
                for start in stride(from: 0, to: keys.count, by: Self.keysAtOnce) {
                    let chunk = keys[start..<min(start + Self.keysAtOnce, keys.count)]
                    let dictionaries = chunk.map { ["region": $0.region, "number": $0.number] as Key }
                    people += try GRDBPerson.fetchAll(db, keys: dictionaries)
                }
                return people
            }
        }
        return Digest(unordered: people)
    }

    private typealias Key = [String: (any DatabaseValueConvertible)?]

    /// GRDB joins keys with OR, and SQLite refuses an expression that is deeper than 1,000.
    private static let keysAtOnce = 900

    static func request(_ search: PhoneSearch) -> QueryInterfaceRequest<GRDBPerson> {
        let phone = TableAlias<GRDBPhone>()
        return
            GRDBPerson
            .joining(required: GRDBPerson.phones.aliased(phone))
            .filter(Columns.region == search.region)
            .filter(Columns.age >= search.minimumAge)
            .filter(phone[GRDBPhone.Columns.label] == search.label)
            .order(Columns.lastName, phone[GRDBPhone.Columns.id])
            .limit(search.limit)
    }

    private static func digest(_ families: [GRDBFamily]) -> Digest {
        var digest = Digest()
        for family in families {
            digest.add(family.person)
            for phone in family.phones { digest.add(phone) }
        }
        return digest
    }
}
