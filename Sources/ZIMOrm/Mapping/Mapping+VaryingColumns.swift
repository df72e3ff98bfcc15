import Foundation

extension Mapping {
    /// The columns whose initial value is another one in each new model, as that of `UUID()` and `Date()` is: it does not tell
    /// whether somebody has set it.
    var varyingColumns: Set<Int> {
        if let known = knownVarying.withLock({ $0 }) { return known }
        // Outside the lock: what a class's init does is its own affair.
        let one = type.init()
        // Clocks are not finer than this.
        Thread.sleep(forTimeInterval: 0.000_01)
        let other = type.init()
        let found = Set(columns.indices.filter { differs($0, in: one, from: other) })
        knownVarying.withLock { $0 = found }
        return found
    }

    private func differs(_ position: Int, in one: Model, from other: Model) -> Bool {
        let column = columns[position]
        // As the properties are: written, two dates may be the same second.
        if let held = column.field.held(by: one) as? AnyHashable,
            let otherHeld = column.field.held(by: other) as? AnyHashable
        {
            return held != otherHeld
        }
        guard let value = try? column.value(of: one), let otherValue = try? column.value(of: other) else {
            return false
        }
        return value != otherValue
    }
}
