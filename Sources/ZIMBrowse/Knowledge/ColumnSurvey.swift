import ZIMOrm
import ZIMTool

/// What the first rows of a table hold, column by column: how many are filled, how many values differ, which are
/// frequent, how numbers are spread. One pass, in memory that does not grow with the table.
struct ColumnSurvey {
    struct Column: Sendable {
        let column: ColumnSchema
        var profile = ColumnProfile()
        var empty = 0
        var blank = 0
        /// The most frequent values and how often they were found.
        var frequent: [(value: ExactValue, count: Int)] = []
        var distinct = 0
        /// Whether ``distinct`` counts long values by a digest, so that it may be less than it should be.
        var isAbout = false
        /// Numbers in at most twelve ranges of the same width; empty where there are none.
        var bins: [Int] = []
        var low: Double?
        var high: Double?
    }

    private(set) var rows = 0
    /// Whether these are all rows.
    private(set) var isComplete = true
    private(set) var columns: [Column] = []

    static let most = 10_000
    private static let binCount = 12
    /// Longer values are told apart, and not shown among the frequent ones.
    private static let longest = 120

    private struct Tally {
        var counts: [ExactValue: Int] = [:]
        var long: Set<Int> = []
        var numbers: [Double] = []
        var empty = 0
        var blank = 0

        mutating func take(_ row: Row, at index: Int) {
            switch row.storage(at: index) {
            case .null: return
            case .blob:
                if let bytes = row.blob(index), isLong(bytes) { return }
            case .text:
                if let bytes = row.utf8(index) {
                    if bytes.isEmpty {
                        empty += 1
                    } else if bytes.allSatisfy({ $0 == 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }) {
                        blank += 1
                    }
                    if isLong(UnsafeRawBufferPointer(bytes)) { return }
                }
            case .integer, .real: break
            }
            let value = ExactValue(row, at: index)
            if case .typed(let typed) = value.value, typed.text.utf8.count > ColumnSurvey.longest {
                long.insert(typed.hashValue)
                return
            }
            switch value.value {
            case .integer(let number): numbers.append(Double(number))
            case .real(let number) where number.isFinite: numbers.append(number)
            case .typed(let typed) where typed.type == "numeric":
                if let number = Double(typed.text), number.isFinite { numbers.append(number) }
            default: break
            }
            counts[value, default: 0] += 1
        }

        private mutating func isLong(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count > ColumnSurvey.longest else { return false }
            var hasher = Hasher()
            hasher.combine(bytes: bytes)
            long.insert(hasher.finalize())
            return true
        }

        /// The values found most often; of those found as often, the first by their text.
        var frequent: [(value: ExactValue, count: Int)] {
            // Where nearly all values differ, those found once are many and not shown.
            let several = counts.count > 100 ? counts.filter { $0.value > 1 } : counts
            let sorted = several.map { (value: $0.key, count: $0.value, text: $0.key.text) }
                .sorted { ($0.count, $1.text) > ($1.count, $0.text) }
            return sorted.prefix(8).map { ($0.value, $0.count) }
        }
    }

    init(_ table: TableSchema, in session: Session) throws {
        let shown = table.shownColumns
        var statement = SelectStatement().from(table.identifier, alias: Selection.alias).limit(Self.most + 1)
        for column in shown { statement = statement.column(.column(column.name, of: Selection.alias)) }
        // A table without columns has rows, too; of a view whose columns nobody knows the engine says why.
        if shown.isEmpty { statement = statement.column(.true) }
        var tallies = shown.map { _ in Tally() }
        var profilers = shown.map { ColumnProfiler($0) }
        var count = 0
        try session.forEachRow(statement) { row in
            guard count < Self.most else {
                isComplete = false
                return
            }
            count += 1
            for index in tallies.indices {
                tallies[index].take(row, at: index)
                profilers[index].take(row, at: index) { "row \(count.grouped)" }
            }
        }
        rows = count
        columns = zip(shown, zip(tallies, profilers)).map { column, found in
            let (tally, profiler) = found
            var survey = Column(column: column, profile: profiler.profile, empty: tally.empty, blank: tally.blank)
            survey.distinct = tally.counts.count + tally.long.count
            survey.isAbout = !tally.long.isEmpty
            survey.frequent = tally.frequent
            // Halved, so that the distance of the smallest and the largest is a number too.
            if let low = tally.numbers.min(), let high = tally.numbers.max(), case let width = high / 2 - low / 2,
                width > 0
            {
                (survey.low, survey.high) = (low, high)
                // A few whole numbers have a range each.
                let isWhole = tally.numbers.allSatisfy({ $0 == $0.rounded() }) && high - low < Double(Self.binCount)
                let count = isWhole ? Int(high - low) + 1 : Self.binCount
                survey.bins = [Int](repeating: 0, count: count)
                for number in tally.numbers {
                    let place = isWhole ? Int(number - low) : Int((number / 2 - low / 2) / width * Double(count))
                    survey.bins[min(max(place, 0), count - 1)] += 1
                }
            }
            return survey
        }
    }
}
