/// An object of a class on which key paths are tried: its properties are given other values, and back what they held.
final class Prototype {
    let model: Model
    let properties: [StoredProperty]
    /// The `Probes` of each type that was asked for.
    private var probes: [ObjectIdentifier: Any] = [:]
    private lazy var varied = properties.compactMap(vary)

    init(_ type: Model.Type, _ properties: [StoredProperty]) {
        model = type.init()
        self.properties = properties
    }

    func probes<Value>(of type: Value.Type) -> Probes<Value>? {
        if let known = probes[ObjectIdentifier(type)] { return known as? Probes<Value> }
        let found = Probes<Value>()
        // Also that there are none.
        probes.updateValue(found as Any, forKey: ObjectIdentifier(type))
        return found
    }

    /// Whether a condition stays true while all properties but one hold other values, each of theirs once, and while some do:
    /// of each two, both, one, the other and none. That takes as many turns as the logarithm of their number.
    func varying(allBut property: StoredProperty, _ isTrue: () -> Bool) -> Bool {
        let others = varied.filter { $0.offset != property.offset }
        defer { for other in others { other.hold(nil) } }
        for index in 0..<(others.map(\.count).max() ?? 0) {
            for other in others { other.hold(index) }
            guard isTrue() else { return false }
        }
        var bit = 1
        while bit <= others.count {
            for side in [0, bit] {
                for (number, other) in others.enumerated() { other.hold((number + 1) & bit == side ? 0 : nil) }
                guard isTrue() else { return false }
            }
            bit *= 2
        }
        return true
    }

    /// A property that can be given other values than it holds.
    private struct Varied {
        let offset: Int
        let count: Int
        /// Gives it one of the others, or back what it held.
        let hold: (Int?) -> Void
    }

    private func vary(_ property: StoredProperty) -> Varied? {
        guard property.isStrong, property.isVariable else { return nil }
        func make<Value>(_ type: Value.Type) -> Varied? {
            guard let probes = probes(of: type) else { return nil }
            let position = model.property(at: property.offset, as: type)
            let before = position.pointee
            let values = probes.values.filter { !probes.isSame($0, before) }
            guard !values.isEmpty else { return nil }
            return Varied(offset: property.offset, count: values.count) { index in
                position.pointee = index.map { values[$0 % values.count] } ?? before
            }
        }
        return _openExistential(property.type, do: make)
    }
}
