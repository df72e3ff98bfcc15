import Synchronization

/// Objects that upper layers keep with a database, one of each type: schema caches, for example.
package final class Attachments: Sendable {
    private let objects = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The object of a type; made where there is none.
    package func object<Object: Sendable>(_ type: Object.Type, make: () -> Object) -> Object {
        objects.withLock { objects in
            if let known = objects[ObjectIdentifier(type)] as? Object { return known }
            let made = make()
            objects[ObjectIdentifier(type)] = made
            return made
        }
    }
}
