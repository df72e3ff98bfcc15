/// What a contender adds up that goes through people without keeping them.
public struct PeopleSum: Sendable {
    private var rows = 0
    private var ages = 0
    private var bytes = 0

    public init() {}

    public mutating func add(_ person: some PersonFields) {
        add(age: person.age, bytes: person.email.utf8.count &+ person.avatar.count)
    }

    public mutating func add(age: Int, bytes: Int) {
        rows &+= 1
        ages &+= age
        self.bytes &+= bytes
    }

    public var digest: Digest {
        var digest = Digest()
        digest.add([rows, ages, bytes])
        return digest
    }
}
