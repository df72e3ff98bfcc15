import BenchmarkHarness
import Foundation
import ZIMOrm

/// The classes of one form of mapping.
protocol ZIMForm: SendableMetatype {
    associatedtype Person: ZIMPerson
    associatedtype Brief: Model, BriefFields
    associatedtype Phone: Model, PhoneFields
    static var label: String { get }
}

protocol ZIMPerson: Model, PersonFields {
    var region: String { get set }
    var number: Int { get set }
    var firstName: String { get set }
    var lastName: String { get set }
    var email: String { get set }
    var age: Int { get set }
    var score: Double { get set }
    var createdAt: Date { get set }
    var avatar: Data { get set }
    var note: String? { get set }
}

/// The calls that a user writes, the same for each form of mapping.
class ZIMContender<Form: ZIMForm>: Contender {
    class var name: String { "zim " + Form.label }

    let database: Database

    required init(path: String) throws {
        var options = DatabaseOptions()
        options.maximumReaders = 0
        options.connectionSetup = ConnectionSettings.pragmas
        database = try Database(path: path, options: options)
    }

    func scalar(_ sql: String) throws -> Int {
        try database.read { try $0.value(SQL(unsafe: sql), as: Int?.self) ?? nil } ?? 0
    }

    func insert(_ people: [PersonSeed], _ watch: Stopwatch) throws {
        let models = Self.models(people)
        try watch.measure {
            try database.write { session in for model in models { try session.insert(model) } }
        }
    }

    func insertlist(_ people: [PersonSeed], _ watch: Stopwatch) throws {
        let models = Self.models(people)
        try watch.measure { try database.write { session in try session.insert(models) } }
    }

    private static func models(_ people: [PersonSeed]) -> [Form.Person] {
        people.map { seed in
            let person = Form.Person()
            person.region = seed.region
            person.number = seed.number
            person.firstName = seed.firstName
            person.lastName = seed.lastName
            person.email = seed.email
            person.age = seed.age
            person.score = seed.score
            person.createdAt = seed.createdAt
            person.avatar = seed.avatar
            person.note = seed.note
            return person
        }
    }

    func fetch10(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure { try database.read { try $0.query(Form.Person.self).all() } }
        return Digest(unordered: people)
    }

    func fetch8(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure { try database.read { try $0.query(Form.Brief.self).all() } }
        return Digest(unorderedBriefs: people)
    }

    func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try database.read { session in
                var people: [Form.Person] = []
                people.reserveCapacity(keys.count)
                for key in keys {
                    if let person = try session.find(Form.Person.self, key.region, key.number) { people.append(person) }
                }
                return people
            }
        }
        return Digest(people: people)
    }

    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest {
        let families = try watch.measure {
            try database.read { session in
                let people = try session.query(Form.Person.self).filter("region = \(region)").orderBy("number").all()
                return try people.map { person in
                    (person, try person.hasMany(Form.Phone.self, foreignKey: ["person_region", "person_number"]))
                }
            }
        }
        return digest(families)
    }

    func eager(region: String, _ watch: Stopwatch) throws -> Digest {
        let phones = Relationship.hasMany("phones", Form.Phone.self, foreignKey: ["person_region", "person_number"])
        let families = try watch.measure {
            try database.read { session in
                let people = try session.query(Form.Person.self).filter("region = \(region)").orderBy("number")
                    .with(phones).all()
                return try people.map { person in
                    (person, try person.hasMany(Form.Phone.self, foreignKey: ["person_region", "person_number"]))
                }
            }
        }
        return digest(families)
    }

    private func digest(_ families: [(Form.Person, [Form.Phone])]) -> Digest {
        var digest = Digest()
        for (person, phones) in families {
            digest.add(person)
            for phone in phones { digest.add(phone) }
        }
        return digest
    }

    func update(_ watch: Stopwatch) throws {
        let people = try database.read { try $0.query(Form.Person.self).filter("number % 10 = 0").all() }
        try watch.measure {
            try database.write { _ in
                for person in people {
                    person.age += 1
                    try person.save()
                }
            }
        }
    }

    func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try database.read { try $0.find(Form.Person.self, keys: keys.map { [$0.region, $0.number] }) }
        }
        return Digest(unordered: people)
    }

    func sqlbuild(_ searches: [PhoneSearch], _ watch: Stopwatch) throws -> Digest {
        var kept: [RenderedSQL] = []
        var size = 0
        try watch.measure {
            for (index, search) in searches.enumerated() {
                let query = try ZIMSearch.statement(search).render(for: .sqlite)
                size &+= query.sql.utf8.count &+ query.parameters.count
                if index % PhoneSearch.sampling == 0 { kept.append(query) }
            }
        }
        guard size > 100 * searches.count else { throw BenchmarkError("nothing built") }
        var digest = Digest()
        try database.read { session in
            for query in kept {
                let sql = SQL(rendered: query)
                for person in try session.query(Form.Person.self, sql: sql).all() { digest.add(person) }
            }
        }
        return digest
    }
}

/// The query of the workload as a statement of the builder.
enum ZIMSearch {
    static func statement(_ search: PhoneSearch) -> SelectStatement {
        SelectStatement()
            .column("person.region").column("person.number").column("person.first_name").column("person.last_name")
            .column("person.email").column("person.age").column("person.score").column("person.created_at")
            .column("person.avatar").column("person.note")
            .from("person")
            .join("phone")
            .joinOn("phone.person_region", .equalTo, column: "person.region")
            .joinOn("phone.person_number", .equalTo, column: "person.number")
            .where("person.region", .equalTo, search.region)
            .where("person.age", .greaterThanOrEqualTo, search.minimumAge)
            .where("phone.label", .equalTo, search.label)
            .orderBy("person.last_name").orderBy("phone.id")
            .limit(search.limit)
    }
}

extension SQL {
    /// A rendered text for SQLite with its parameters in place.
    fileprivate init(rendered: RenderedSQL) {
        var segments: [Segment] = []
        for (index, piece) in rendered.sql.split(separator: "?", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { segments.append(.binding(rendered.parameters[index - 1])) }
            segments.append(.sql(String(piece)))
        }
        self.init(segments: segments)
    }
}

final class ZIMReflected: ZIMContender<ZIMReflectedForm> {}
final class ZIMKeyPaths: ZIMContender<ZIMKeyPathForm> {}
final class ZIMGenerated: ZIMContender<ZIMGeneratedForm> {}
