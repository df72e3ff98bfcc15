import Foundation

/// A checksum of the rows that a workload produced: equal rows in equal order give equal digests.
public struct Digest: Equatable, Sendable, CustomStringConvertible {
    public private(set) var rows = 0
    private var hash = Digest.seed

    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    public init() {}

    public var description: String { "\(rows) rows, checksum \(String(hash, radix: 16))" }

    /// The digest of people with all their columns, in this order.
    public init(people: some Sequence<some PersonFields>) {
        for person in people { add(person) }
    }

    /// The digest of people with all their columns, whatever their order.
    public init(unordered people: some Sequence<some PersonFields>) {
        self.init(unordered: people) { $0.add($1) }
    }

    /// The digest of people without date and blob, whatever their order.
    public init(unorderedBriefs people: some Sequence<some BriefFields>) {
        self.init(unordered: people) { $0.add(brief: $1) }
    }

    private init<Rows: Sequence>(unordered sequence: Rows, _ add: (inout Digest, Rows.Element) -> Void) {
        var sum: UInt64 = 0
        for element in sequence {
            var row = Digest()
            add(&row, element)
            sum &+= row.hash
            rows += 1
        }
        mix(sum)
    }

    /// Adds a row with all ten columns of a person.
    public mutating func add(_ person: some PersonFields) {
        add(brief: person)
        mix(UInt64(bitPattern: Int64((person.createdAt.timeIntervalSince1970 * 1000).rounded())))
        mix(person.avatar)
    }

    /// Adds a row with the eight columns of a person that are neither date nor blob.
    public mutating func add(brief person: some BriefFields) {
        mix(person.region)
        mix(UInt64(bitPattern: Int64(person.number)))
        mix(person.firstName)
        mix(person.lastName)
        mix(person.email)
        mix(UInt64(bitPattern: Int64(person.age)))
        mix(person.score.bitPattern)
        if let note = person.note { mix(note) } else { mix(UInt64.max) }
        rows += 1
    }

    /// Adds a row of a child.
    public mutating func add(_ phone: some PhoneFields) {
        mix(UInt64(bitPattern: Int64(phone.id)))
        mix(phone.personRegion)
        mix(UInt64(bitPattern: Int64(phone.personNumber)))
        mix(phone.label)
        mix(phone.value)
        rows += 1
    }

    /// Adds a row of numbers and texts.
    public mutating func add(_ numbers: [Int], _ texts: [String] = []) {
        for number in numbers { mix(UInt64(bitPattern: Int64(number))) }
        for text in texts { mix(text) }
        rows += 1
    }

    /// Adds rows of texts, whatever their order.
    public mutating func add(unordered texts: some Sequence<[String]>) {
        var sum: UInt64 = 0
        for row in texts {
            var digest = Digest()
            digest.add([], row)
            sum &+= digest.hash
            rows += 1
        }
        mix(sum)
    }

    private mutating func mix(_ text: String) {
        mix(text.utf8)
    }

    private mutating func mix(_ bytes: some Collection<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        mix(UInt64(bytes.count))
    }

    private mutating func mix(_ word: UInt64) {
        hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 29
    }
}
