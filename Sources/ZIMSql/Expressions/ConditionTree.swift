/// Conditions one after the other between AND, or between OR, as a balanced tree.
///
/// A loop that adds a condition at a time, in front or behind, makes a tree as deep as the logarithm of their number:
/// whatever recurses over it, its release included, needs next to no stack. Each step shares what was there before.
@usableFromInline
package enum ConditionTree<Leaf> {
    case leaves([Leaf])
    indirect case pair(ConditionTree, ConditionTree, height: Int)

    /// How many conditions stand in one list, where they came one by one.
    @inlinable
    package static var listSize: Int { 16 }

    /// All conditions, in order.
    @inlinable
    package var all: [Leaf] {
        if case .leaves(let leaves) = self { return leaves }
        var all: [Leaf] = []
        append(to: &all)
        return all
    }

    @inlinable
    package func append(to all: inout [Leaf]) {
        switch self {
        case .leaves(let leaves): all += leaves
        case .pair(let left, let right, _):
            left.append(to: &all)
            right.append(to: &all)
        }
    }

    @inlinable
    package var isEmpty: Bool {
        if case .leaves(let leaves) = self { return leaves.isEmpty }
        return false
    }

    @inlinable
    package var height: Int {
        if case .pair(_, _, let height) = self { return height }
        return 0
    }

    /// These conditions and those of another tree behind them.
    @inlinable
    package func joined(with other: ConditionTree) -> ConditionTree {
        if case .leaves(let left) = self, case .leaves(let right) = other,
            left.isEmpty || right.isEmpty || left.count + right.count <= Self.listSize
        {
            return .leaves(left + right)
        }
        if height > other.height + 1, case .pair(let left, let right, _) = self {
            return Self.balanced(left, right.joined(with: other))
        }
        if other.height > height + 1, case .pair(let left, let right, _) = other {
            return Self.balanced(joined(with: left), right)
        }
        return Self.of(self, other)
    }

    @inlinable
    package static func of(_ left: ConditionTree, _ right: ConditionTree) -> ConditionTree {
        .pair(left, right, height: max(left.height, right.height) + 1)
    }

    /// Two trees side by side, one of which may have become higher than the other by two: turned as in an AVL tree.
    @inlinable
    package static func balanced(_ left: ConditionTree, _ right: ConditionTree) -> ConditionTree {
        if right.height > left.height + 1, case .pair(let near, let far, _) = right {
            if near.height > far.height, case .pair(let first, let second, _) = near {
                return of(of(left, first), of(second, far))
            }
            return of(of(left, near), far)
        }
        if left.height > right.height + 1, case .pair(let far, let near, _) = left {
            if near.height > far.height, case .pair(let first, let second, _) = near {
                return of(of(far, first), of(second, right))
            }
            return of(far, of(near, right))
        }
        return of(left, right)
    }
}

extension ConditionTree: Sendable where Leaf: Sendable {}

/// Equal where the conditions are, in whatever steps they were put together.
extension ConditionTree: Equatable, Hashable where Leaf: Hashable {
    @usableFromInline
    package static func == (left: ConditionTree, right: ConditionTree) -> Bool { left.all == right.all }
    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
