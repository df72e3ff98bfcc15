/// A list that grows by one at a time while older copies of it are kept, as a statement's steps do in a loop: adding costs
/// the same however long it is, where an array that is shared is copied with every step.
package struct Chain<Element: Hashable & Sendable>: Hashable, Sendable {
    /// Elements that no longer change, and those before them.
    @usableFromInline
    final class Link: Sendable {
        @usableFromInline let elements: [Element]
        @usableFromInline let previous: Link?

        @usableFromInline
        init(_ elements: [Element], _ previous: Link?) {
            self.elements = elements
            self.previous = previous
        }
    }

    @usableFromInline var last: [Element] = []
    @usableFromInline var before: Link?

    @inlinable
    package init() {}

    @inlinable
    package var isEmpty: Bool { last.isEmpty }

    @inlinable
    package mutating func append(_ element: consuming Element) {
        if last.isEmpty {
            last.reserveCapacity(4)
        } else if last.count == 64 {
            before = Link(last, before)
            last = []
        }
        last.append(element)
    }

    /// All elements in their order.
    @inlinable
    package var all: [Element] {
        guard before != nil else { return last }
        var links: [[Element]] = []
        var link = before
        while let current = link {
            links.append(current.elements)
            link = current.previous
        }
        return links.reversed().joined() + last
    }

    package static func == (left: Chain, right: Chain) -> Bool { left.all == right.all }

    package func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
