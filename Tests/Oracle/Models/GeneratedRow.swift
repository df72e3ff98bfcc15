@_spi(Generated) import ZIMOrm

/// A row of a class that reads itself and notes its changes, as generated classes do.
class GeneratedRow: OracleRow, RowDecodable {
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    required init() { super.init() }

    required init(row: borrowing ZIMOrm.Row) throws {
        super.init()
        guard let layout = TableLayout.at(Self.position) else { return }
        for (index, part) in layout.parts.enumerated() {
            try part.accessor?.read(self, copy row, index)
        }
    }
}

final class GeneratedRow0: GeneratedRow {}
final class GeneratedRow1: GeneratedRow { override class var position: Int { 1 } }
final class GeneratedRow2: GeneratedRow { override class var position: Int { 2 } }
final class GeneratedRow3: GeneratedRow { override class var position: Int { 3 } }
final class GeneratedRow4: GeneratedRow { override class var position: Int { 4 } }
final class GeneratedRow5: GeneratedRow { override class var position: Int { 5 } }
