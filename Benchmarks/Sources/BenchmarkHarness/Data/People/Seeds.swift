import Foundation

/// A composite key of `person`.
public struct PersonKey: Hashable, Sendable {
    public let region: String
    public let number: Int
}

/// The values of a row of `person`.
public struct PersonSeed: PersonFields, Sendable {
    public let region: String
    public let number: Int
    public let firstName: String
    public let lastName: String
    public let email: String
    public let age: Int
    public let score: Double
    public let createdAt: Date
    public let avatar: Data
    public let note: String?
}

/// The values of a row of `phone`.
public struct PhoneSeed: PhoneFields, Sendable {
    public let id: Int
    public let personRegion: String
    public let personNumber: Int
    public let label: String
    public let value: String
}

/// What a user picked for the query that `sqlbuild` builds.
public struct PhoneSearch: Sendable {
    public let region: String
    public let minimumAge: Int
    public let label: String
    public let limit: Int

    /// Every so many built queries are run and compared.
    public static let sampling = 10_000
}

/// All values of a run, the same in every run.
public struct Seeds: Sendable {
    /// 100 regions × 1,000 numbers in the order of the key.
    public let people: [PersonSeed]
    /// Ten for each person of ``parentRegion``.
    public let phones: [PhoneSeed]
    public let parentRegion = "EU-000"

    static let regions = 100
    static let numbers = 1_000

    init() {
        var random = RandomNumbers(seed: 4)
        var people: [PersonSeed] = []
        people.reserveCapacity(Self.regions * Self.numbers)
        for region in 0..<Self.regions {
            for number in 0..<Self.numbers {
                people.append(Self.person(region: Self.name(ofRegion: region), number: number, &random))
            }
        }
        self.people = people

        var phones: [PhoneSeed] = []
        for number in 0..<Self.numbers {
            for index in 0..<10 {
                phones.append(
                    PhoneSeed(
                        id: phones.count + 1, personRegion: parentRegion, personNumber: number,
                        label: Self.labels[index % Self.labels.count],
                        value: "+49 30 \(1_000_000 + Int(random.next() % 9_000_000))"))
            }
        }
        self.phones = phones
    }

    /// The key of every person, shuffled.
    var lookupKeys: [PersonKey] {
        var random = RandomNumbers(seed: 14)
        return people.map { PersonKey(region: $0.region, number: $0.number) }.shuffled(using: &random)
    }

    /// 5,000 keys spread over the table.
    var keysetKeys: [PersonKey] { Array(lookupKeys.suffix(5_000)) }

    /// 100,000 searches.
    var searches: [PhoneSearch] {
        (0..<100_000).map { index in
            PhoneSearch(
                region: parentRegion, minimumAge: 18 + index / 1_000 % 60, label: Self.labels[index % 3],
                limit: 10 + index % 50)
        }
    }

    private static let labels = ["home", "work", "mobile"]
    private static let firstNames = ["Ada", "Grace", "Barbara", "Edsger", "Niklaus", "Zoë", "Frances", "Christopher"]
    private static let lastNames = ["Lovelace", "Hopper", "Liskov", "Dijkstra", "Wirth", "Müller", "Allen", "Strachey"]

    private static let twentyYears: UInt64 = 8 * 630_720_000

    private static func name(ofRegion index: Int) -> String {
        "EU-" + (index < 10 ? "00" : index < 100 ? "0" : "") + String(index)
    }

    private static func person(region: String, number: Int, _ random: inout RandomNumbers) -> PersonSeed {
        let word = random.next()
        let first = firstNames[Int(word % 8)]
        let last = lastNames[Int((word >> 8) % 8)]
        let avatar = Data((0..<4).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) })
        // Eighths of a second, so that every way to parse and format them is exact.
        let eighths = random.next() % twentyYears
        return PersonSeed(
            region: region, number: number, firstName: first, lastName: last,
            email: "\(first.lowercased()).\(last.lowercased()).\(number)@example.com",
            age: 18 + Int((word >> 16) % 70),
            score: Double(word >> 40) / 1_024,
            createdAt: Date(timeIntervalSince1970: 1_000_000_000 + Double(eighths) / 8),
            avatar: avatar,
            note: number % 2 == 0 ? nil : "met at conference number \(word % 1_000)")
    }
}
