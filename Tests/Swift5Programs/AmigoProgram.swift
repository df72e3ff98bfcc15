import Amigo

private class Dog: AmigoModel {
    dynamic var kennel: String!
    dynamic var number: NSNumber!
    dynamic var label: String!
    override class var table: String { "program_dog" }
}

/// A program of Amigo's time: its closures know nothing of `@Sendable`.
public enum AmigoProgram {
    /// As view controllers kept what they showed.
    private final class Screen {
        var labels: [String] = []
    }

    /// The labels that it has shown.
    public static func run(on factory: EngineFactory) throws -> [String] {
        let dog = ORMModel(
            Dog.self,
            Column("kennel", type: String.self, primaryKey: true),
            Column("number", type: Int.self, primaryKey: true) { 1 },
            Column("label", type: String.self)
        )
        let amigo = try Amigo([dog], factory: factory)
        try amigo.createAll()
        let session = amigo.session
        let screen = Screen()
        let queue = DispatchQueue(label: "program")
        let done = DispatchSemaphore(value: 0)
        var failed: Error?

        let d1 = Dog()
        d1.kennel = "A"
        session.async(queue: queue) { () -> Dog in
            d1.label = "lucy"
            try session.add(d1)
            return d1
        }.then(
            queue: queue,
            { dog in
                screen.labels.append(dog.label)
                done.signal()
            },
            failure: { error in
                failed = error
                done.signal()
            })
        done.wait()
        if let failed = failed { throw failed }

        try session.batch { batch in
            let d2 = Dog()
            (d2.kennel, d2.number, d2.label) = ("A", 2, "ollie")
            try batch.add(d2)
        }
        let callback: ([Dog]) -> Void = { dogs in
            screen.labels += dogs.map { $0.label + "!" }
            done.signal()
        }
        session.async(queue: queue) { try session.query(Dog.self).orderBy("number").all() }
            .then(queue: queue, callback)
        done.wait()
        return screen.labels
    }
}
