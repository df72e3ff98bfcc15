/// A statement or expression inside SQL text, of whatever type.
///
/// One object, so that the pieces beside it are copied as fast as without.
final class NestedStatement: SQLRenderable, Hashable {
    private let statement: any SQLRenderable & Hashable

    init(_ statement: any SQLRenderable & Hashable) { self.statement = statement }

    func write(to writer: inout SQLWriter) throws { try writer.nested { try statement.write(to: &$0) } }

    static func == (left: NestedStatement, right: NestedStatement) -> Bool {
        AnyHashable(left.statement) == AnyHashable(right.statement)
    }

    func hash(into hasher: inout Hasher) { statement.hash(into: &hasher) }
}
