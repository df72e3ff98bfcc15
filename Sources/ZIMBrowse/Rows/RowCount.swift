import ZIMOrm
import ZIMTool

/// How many rows there are, as far as it is worth counting.
enum RowCount: Sendable, Hashable {
    case exactly(Int)
    case moreThan(Int)
    /// It was not counted, and why.
    case unknown(String)

    var words: String {
        switch self {
        case .exactly(let count): count.counted("row")
        case .moreThan(let count): "more than " + count.counted("row")
        case .unknown: "not counted"
        }
    }

    var number: String {
        switch self {
        case .exactly(let count): count.grouped
        case .moreThan(let count): count.grouped + "+"
        case .unknown: "?"
        }
    }

    /// Beyond this many nobody looks.
    static let most = 10_000

    /// An expression that counts a selection's rows, up to ``most`` and one more.
    static func expression(_ selection: Selection, in catalog: Catalog) throws -> SQLExpression {
        let some = try selection.statement(in: catalog).column(1).limit(most + 1)
        return .subquery(SelectStatement().column(.count()).from(some, alias: "c"))
    }

    init(_ number: Int) { self = number > Self.most ? .moreThan(Self.most) : .exactly(number) }
}
