import Foundation
import TestServer
import ZIMOrm

extension CaseRun {
    private struct Undo: Error {}

    /// The rows of a table, bit for bit.
    func cells(_ table: Int, in session: Session) throws -> [[SQLValue]] {
        try session.rows(SQL(unsafe: "SELECT * FROM \(subject.tables[table].quotedName) ORDER BY number")).map(\.values)
    }

    /// Compares all rows of all tables with what plain SQL made of them.
    func compareTables(_ state: ChangeState, _ call: () -> String) throws {
        comparisons += 1
        for table in subject.tables.indices {
            let (found, expected) = try (cells(table, in: session), cells(table, in: state.twin))
            if found.elementsEqual(expected, by: { $0.isExactly($1) }) { continue }
            guard found.count == expected.count, try adoptSpelling(table, found, expected, state) else {
                throw Disagreement(
                    call: call(), expected: describe(table, expected, without: found),
                    found: describe(table, found, without: expected))
            }
        }
        state.written = []
    }

    private func describe(_ table: Int, _ rows: [[SQLValue]], without others: [[SQLValue]]) -> String {
        let rest = rows.filter { row in !others.contains { $0.isExactly(row) } }
        return "\(subject.tables[table].name): \(rows.count) rows, among them \(rest)"
    }

    /// Takes over how written values of typed properties are spelt, if they are the same values.
    private func adoptSpelling(
        _ table: Int, _ found: [[SQLValue]], _ expected: [[SQLValue]], _ state: ChangeState
    ) throws -> Bool {
        let spec = subject.tables[table]
        for (row, other) in zip(found, expected) {
            for index in row.indices where !row[index].isExactly(other[index]) {
                guard index > 0, case .integer(let number) = row[0],
                    state.written.contains([table, Int(number), index - 1])
                else { return false }
                let property = spec.property(index - 1)
                guard property.type != .any, let one = try? property.canonical(row[index]),
                    let two = try? property.canonical(other[index]), one == two
                else { return false }
                let set = SQL(unsafe: "UPDATE \(spec.quotedName) SET \(spec.quoted(index - 1)) = ")
                try state.twin.execute(set + "\(row[index])" + SQL(unsafe: " WHERE number = \(number)"))
            }
        }
        return true
    }

    /// Does in plain SQL what a call should do; all of it or nothing.
    ///
    /// - Returns: how many rows were changed; nil where the database refuses.
    func twinned(_ state: ChangeState, _ body: (Session) throws -> Int) throws -> Int? {
        var changed: Int?
        do { changed = try state.twin.transaction { try body($0) } } catch is DatabaseError { changed = nil }
        return changed
    }

    /// Tries a call; PostgreSQL goes on after an error only behind a savepoint.
    func attempted(_ body: () throws -> Void) throws -> (any Error)? {
        do {
            if subject.engine == .postgreSQL { try session.transaction { _ in try body() } } else { try body() }
            return nil
        } catch let error as ModelError { return error } catch let error as DatabaseError { return error }
    }

    /// `"a" = ? AND "b" = ?`
    func keyCondition(_ table: Int, _ stored: [SQLValue]) -> SQL {
        let spec = subject.tables[table]
        var sql: SQL = ""
        for (index, column) in spec.key.enumerated() {
            sql +=
                SQL(unsafe: (index > 0 ? " AND " : " WHERE ") + spec.quoted(column) + " = ")
                + "\(spec.columns[column].written(stored[column], on: subject.engine))"
        }
        return sql
    }

    /// `UPDATE "t" SET "a" = ? … WHERE …`
    func update(_ table: Int, _ columns: [Int], _ values: [SQLValue], number: Int? = nil, where condition: SQL) -> SQL {
        let spec = subject.tables[table]
        var sql = SQL(unsafe: "UPDATE \(spec.quotedName) SET ")
        for (index, column) in columns.enumerated() {
            sql +=
                SQL(unsafe: (index > 0 ? ", " : "") + spec.quoted(column) + " = ")
                + "\(spec.columns[column].written(values[column], on: subject.engine))"
        }
        if let number { sql += SQL(unsafe: (columns.isEmpty ? "" : ", ") + "number = \(number)") }
        return sql + condition
    }

    /// Values of which columns would hold others are refused.
    func requireExact(_ values: [SQLValue], _ columns: [Int]?, _ table: Int) throws {
        for column in columns ?? Array(values.indices) { try requireExact(values[column], column, table) }
    }

    func requireExact(_ value: SQLValue, _ column: Int, _ table: Int) throws {
        let type = subject.tables[table].columns[column].type.uppercased()
        guard isAltered(value, type) else { return }
        throw DatabaseError(.value, "\(type) would not keep \(value)")
    }

    private func isAltered(_ value: SQLValue, _ type: String) -> Bool {
        let isReal = ["REAL", "FLOA", "DOUB"].contains { type.contains($0) }
        switch value {
        case .integer(let number): return isReal && Int64(exactly: Double(number)) != number
        case .text(let text):
            if isReal, let number = Int64(text) { return Int64(exactly: Double(number)) != number }
            if subject.engine != .sqlite, type == "DATE" {
                return text.split(separator: ":").count > 1 && text.dropFirst(10).contains { ("1"..."9").contains($0) }
            }
            guard subject.engine == .mariaDB, type.contains("INT") else { return false }
            // What is no number the server refuses as well.
            return Double(text.trimmingCharacters(in: .whitespaces)).map { $0.rounded() != $0 } ?? true
        case .real(let number):
            if subject.engine == .mariaDB, type.contains("INT") { return number.rounded() != number }
            guard subject.engine == .sqlite, type.contains("TEXT") || type.contains("CHAR") else { return false }
            // SQLite writes so many digits.
            return !number.isFinite || Double(String(format: "%.15g", number)) != number
        case .null, .blob, .typed: return false
        }
    }

    /// What a model's properties hold.
    func values(_ tracked: TrackedModel) -> [SQLValue] {
        let spec = subject.tables[tracked.table]
        return spec.columns.indices.map { spec.property($0).value(tracked.model) }
    }

    /// The columns that a save has to write.
    func pending(_ tracked: TrackedModel) -> [Int] {
        let changed = changed(tracked)
        let keys = tracked.memory.setKeys.filter { !$0.isDisjoint(with: changed) }
        return keys.isEmpty ? changed : keys.reduce(Set(changed)) { $0.union($1) }.sorted()
    }

    private func changed(_ tracked: TrackedModel) -> [Int] {
        let values = values(tracked)
        guard let known = tracked.memory.known else { return Array(values.indices) }
        return values.indices.filter { column in
            if let spelled = tracked.memory.spelled[column], isHeld(spelled, column, tracked) { return true }
            return subject.form == .generated
                ? tracked.memory.touched.contains(column)
                : !isSame(values[column], known[column], column, of: tracked.table)
        }
    }

    /// Whether a save has nothing to write: MariaDB's decimal is the same as its digits that are set as text.
    private func isSame(_ value: SQLValue, _ known: SQLValue, _ column: Int, of table: Int) -> Bool {
        if subject.engine == .mariaDB, subject.tables[table].columns[column].type.hasPrefix("NUMERIC"),
            case .text(let text) = value, case .typed(let typed) = known
        {
            return text == typed.text
        }
        return value.isExactly(known)
    }

    /// What a save writes: a parent's key as its row spells it, for as long as the property holds it, and another date as
    /// the row wrote the previous one, where no form is declared.
    func given(_ tracked: TrackedModel) -> [SQLValue] {
        var given = values(tracked)
        let (spec, stored) = (subject.tables[tracked.table], tracked.memory.stored)
        for column in given.indices where spec.columns[column].form == nil && spec.property(column).type == .date {
            guard tracked.memory.known != nil, stored.indices.contains(column),
                let date = try? Date(column: given[column]),
                !isHeld(stored[column], column, tracked), let written = DateStyle(of: stored[column])?.value(of: date)
            else { continue }
            given[column] = written
        }
        // What a foreign key that is set has already is written as the row has it.
        for column in tracked.memory.setKeys.joined() where spec.columns[column].form == nil {
            guard let known = tracked.memory.known, stored.indices.contains(column),
                given[column].isExactly(known[column])
            else { continue }
            given[column] = stored[column]
        }
        for (column, spelled) in tracked.memory.spelled where isHeld(spelled, column, tracked) {
            given[column] = spelled
        }
        return given
    }

    /// Whether a property holds what a value is read as.
    func isHeld(_ stored: SQLValue, _ column: Int, _ tracked: TrackedModel) -> Bool {
        let property = subject.tables[tracked.table].property(column)
        return (try? property.canonical(stored))?.isExactly(property.value(tracked.model)) == true
    }

    /// What a model's row holds in a column, or will when it is saved.
    func held(_ column: Int, _ tracked: TrackedModel) -> SQLValue {
        let isTyped = subject.tables[tracked.table].property(column).type != .any
        let stored = tracked.memory.stored
        guard isTyped, stored.indices.contains(column), !pending(tracked).contains(column) else {
            return given(tracked)[column]
        }
        return stored[column]
    }

    /// Notes which cells a save writes in a spelling of its own.
    func noteWritten(_ tracked: TrackedModel, _ pending: [Int], _ state: ChangeState) {
        for column in pending where tracked.memory.spelled[column].map({ isHeld($0, column, tracked) }) != true {
            state.written.insert([tracked.table, tracked.model.number, column])
        }
    }

    /// Notes that a model's properties are its row.
    ///
    /// - Parameter written: the columns that were written; nil where the whole row was read or written.
    func noteRow(_ tracked: TrackedModel, written: [Int]? = nil) throws {
        let values = values(tracked)
        let select = SQL(unsafe: "SELECT * FROM \(subject.tables[tracked.table].quotedName)")
        // By its key: a stale one may have led to another row than the model was read from. Its own goes first where the key
        // reads the same: another row may hold that in another spelling.
        let own = try session.rows(select + SQL(unsafe: " WHERE number = \(tracked.model.number)")).first
        let isOwn = own.map { row in
            subject.tables[tracked.table].key.allSatisfy { column in
                let property = subject.tables[tracked.table].property(column)
                // A column may make of what was saved something that the property cannot read.
                let read = property.type == .any ? row[column + 1] : try? property.canonical(row[column + 1])
                return read?.isExactly(values[column]) == true
            }
        }
        let row = try isOwn == true ? own : session.rows(select + keyCondition(tracked.table, values)).first ?? own
        var stored = tracked.memory.stored
        if let cells = row.map({ Array($0.values.dropFirst()) }) {
            // Another model may have written the row since: of its cells only the spelling of the same value is known here.
            let row = cells.indices.map { column in
                let property = subject.tables[tracked.table].property(column)
                if property.type == .any {
                    return subject.tables[tracked.table].key.contains(column) ? cells[column] : values[column]
                }
                let read = try? property.canonical(cells[column])
                return read?.isExactly(values[column]) == true ? cells[column] : values[column]
            }
            // Of what was not written, the model knows what it knew before.
            if let written, stored.count == row.count { written.forEach { stored[$0] = row[$0] } } else { stored = row }
        }
        tracked.memory = TrackedModel.Memory(known: values, stored: stored, reads: tracked.memory.reads)
    }

    /// Whether a model's row is there.
    func isThere(_ tracked: TrackedModel, _ state: ChangeState) throws -> Bool {
        try rowNumber(tracked, state) != nil
    }

    /// Whether the row that a model's key leads to is its own: another may have taken the key since.
    func isOwn(_ tracked: TrackedModel, _ state: ChangeState) throws -> Bool {
        try rowNumber(tracked, state) == tracked.model.number
    }

    private func rowNumber(_ tracked: TrackedModel, _ state: ChangeState) throws -> Int? {
        if tracked.memory.stored.isEmpty { return nil }
        let condition = keyCondition(tracked.table, tracked.memory.stored)
        let name = subject.tables[tracked.table].quotedName
        return try state.twin.rows(SQL(unsafe: "SELECT number FROM \(name)") + condition).first?.get(0, as: Int.self)
    }
}

extension SQLValue {
    /// The same bits: -0.0 is not 0.0.
    func isExactly(_ other: SQLValue) -> Bool {
        if case .real(let left) = self, case .real(let right) = other { return left.bitPattern == right.bitPattern }
        return self == other
    }
}

extension [SQLValue] {
    func isExactly(_ other: [SQLValue]) -> Bool { elementsEqual(other) { $0.isExactly($1) } }
}
