import TestServer
import Testing

@testable import ZIMOrm

/// Programs that save and delete rows which others may have changed: whether they may is told beforehand by plain values.
@Suite(.eachEngine) struct RandomLockTests {
    private final class Cell: Model {
        var sheet = "", row = 0
        var text: String?
        var number: Int?
        var share: Double?
        override class var table: String { "cell" }
        override class var primaryKey: [String] { ["sheet", "row"] }
    }

    /// The values of a row, and the model that one program has of it.
    private struct Copy {
        let model: Cell
        let read: [SQLValue]
    }

    @Test(arguments: [UInt64(11), 12, 13, 14])
    func aSaveSucceedsExactlyWhereTheOldValuesHold(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE cell (sheet TEXT, row INTEGER, text TEXT, number INTEGER, share REAL, PRIMARY KEY (sheet, row));
            """)
        var rows: [[SQLValue]: [SQLValue]] = [:]
        var copies: [Copy] = []
        var outcomes: [Bool: Int] = [:]
        func values(of cell: Cell) -> [SQLValue] {
            [
                cell.text.map { .text($0) } ?? .null, cell.number.map { .integer(Int64($0)) } ?? .null,
                cell.share.map { .real($0) } ?? .null,
            ]
        }
        func fill(_ cell: Cell) {
            switch random.below(3) {
            case 0: cell.text = [nil, "", "a", "A", "é", "e\u{301}"][random.below(6)]
            case 1: cell.number = [nil, 0, 1, -1][random.below(4)]
            default: cell.share = [nil, 0, 0.5, 0.1][random.below(4)]
            }
        }
        for step in 0..<400 {
            let key: [SQLValue] = [.text(["x", "y"][random.below(2)]), .integer(Int64(random.below(3)))]
            switch random.below(10) {
            case 0..<5 where rows[key] != nil:
                let model = try #require(try database.read { try $0.find(Cell.self, key: key) })
                copies.append(Copy(model: model, read: rows[key] ?? []))
            case 0..<5:
                let cell = Cell()
                (cell.sheet, cell.row) = (key[0] == "x" ? "x" : "y", Int(key[1].description) ?? 0)
                fill(cell)
                try database.write { try $0.insert(cell) }
                rows[key] = values(of: cell)
                copies.append(Copy(model: cell, read: values(of: cell)))
            default:
                guard !copies.isEmpty else { continue }
                let place = random.below(copies.count)
                let copy = copies[place]
                let key = copy.model.keyValues
                let isDeletion = random.chance(15)
                if !isDeletion { for _ in 0...random.below(2) { fill(copy.model) } }
                let lock = [Locking.none, .changedColumns, .allColumns][random.below(3)]
                let new = values(of: copy.model)
                let changed = new.indices.filter { !new[$0].isIdentical(to: copy.read[$0]) }
                let compared = isDeletion || lock == .allColumns ? Array(new.indices) : changed
                let now = rows[key]
                let holds = lock == .none || compared.allSatisfy { now?[$0] == copy.read[$0] }
                let undoes = random.chance(20)
                let change: (Session) throws -> Void = { session in
                    if isDeletion {
                        try session.delete(copy.model, locking: lock)
                    } else if step % 2 == 0 {
                        try session.save([copy.model], locking: lock)
                    } else {
                        try session.save(copy.model, locking: lock)
                    }
                    if undoes { throw Undo() }
                }
                var code: ModelError.Code?
                do { try database.write(change) } catch let error as ModelError { code = error.code } catch is Undo {}
                // Where nothing changed, nothing is sent.
                let isSent = isDeletion || !changed.isEmpty
                let expected: ModelError.Code? =
                    !isSent ? nil : now == nil ? .rowNotFound : holds ? nil : .staleRow
                #expect(code == expected, "seed \(seed), step \(step), \(lock), deletion: \(isDeletion)")
                outcomes[code == nil, default: 0] += 1
                if code == nil, !undoes, isSent {
                    if isDeletion {
                        rows[key] = nil
                    } else {
                        for place in changed { rows[key]?[place] = new[place] }
                    }
                }
                copies.remove(at: place)
                // Who was not successful goes on with what is there, or with what it has.
                if rows[key] != nil, random.chance(30) {
                    if code == .staleRow || random.chance(50) { try copy.model.reload() } else { continue }
                    copies.append(Copy(model: copy.model, read: rows[key] ?? []))
                }
            }
            let stored = try database.read { session in
                try session.rows(SQL("SELECT sheet, row, text, number, share FROM cell").inOwnWords).map(\.values)
            }
            #expect(Dictionary(uniqueKeysWithValues: stored.map { (Array($0.prefix(2)), Array($0.suffix(3))) }) == rows)
        }
        #expect((outcomes[true] ?? 0) > 20 && (outcomes[false] ?? 0) > 5)
    }
}
