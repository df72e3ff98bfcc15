/// Tables, by the names or numbers that tell them apart for their engine; or any table there is.
package struct TableSet: Sendable, Equatable {
    package private(set) var names: Set<String>
    /// Whether it is not known which tables these are, so that it may be any.
    package private(set) var isAny: Bool

    package init(_ names: Set<String> = []) {
        self.names = names
        isAny = false
    }

    /// Any table.
    package static var any: TableSet {
        var set = TableSet()
        set.isAny = true
        return set
    }

    /// A name for all tables of whose changes an engine learns only that there may be some.
    package static let unheard = "*"

    /// Whether these tables are known to have changed.
    var isExact: Bool { !isAny && !names.contains(Self.unheard) }

    package var isEmpty: Bool { names.isEmpty && !isAny }

    package func meets(_ other: TableSet) -> Bool {
        if isEmpty || other.isEmpty { return false }
        return isAny || other.isAny || !names.isDisjoint(with: other.names)
    }

    /// Those of the tables that are of another set as well.
    func intersection(_ other: TableSet) -> TableSet {
        if other.isAny { return self }
        var both = TableSet(names.intersection(other.names))
        both.isAny = isAny
        return both
    }

    package mutating func insert(_ name: String) { names.insert(name) }

    package mutating func formUnion(_ other: TableSet) {
        names.formUnion(other.names)
        isAny = isAny || other.isAny
    }
}
