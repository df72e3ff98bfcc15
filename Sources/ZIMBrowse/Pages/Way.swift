import ZIMOrm
import ZIMTool

/// The rows that one came through, as the address carries them along.
struct Way {
    private let steps: [(table: String, row: RowAddress, text: String)]
    private let here: String?

    /// More steps would make addresses that nobody can send to others.
    private static let most = 6

    init(_ request: WebRequest) {
        steps = request.all(.via).suffix(Self.most).compactMap { text in
            let parts = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let table = AddressText.decode(parts[0]),
                let row = AddressText.decode(parts[1]).flatMap({ RowAddress(text: $0) })
            else { return nil }
            return (table, row, text)
        }
        if request.page == Address.Page.row.rawValue, let table = request.name(.table),
            let row = request[.row].flatMap({ RowAddress(text: $0) })
        {
            here = Self.text(table, row)
        } else {
            here = nil
        }
    }

    private static func text(_ table: String, _ row: RowAddress) -> String? {
        let text = AddressText.encode(table) + "*" + AddressText.encode(row.text)
        return text.utf8.count > 300 ? nil : text
    }

    var crumbs: [(String, Address)] {
        steps.enumerated().map { index, step in
            let before = steps.prefix(index).map(\.text)
            return ("\(step.table) \(step.row.words)", Address.row(step.table, step.row).with(.via, all: before))
        }
    }

    /// A link that goes on from here.
    func onward(_ address: Address) -> Address {
        let all = (steps.map(\.text) + (here.map { [$0] } ?? [])).suffix(Self.most)
        return all.isEmpty ? address : address.with(.via, all: Array(all))
    }
}
