import Foundation
import TestServer
import ZIMOrm

/// Long lists of keys, and keys as they are stored.
extension CaseRun {
    /// Finds all rows of a table by their keys among many that no row has.
    func findMany(_ table: Int, _ count: Int, _ way: Step.KeyWay) throws {
        let spec = subject.tables[table]
        guard spec.key.contains(where: { spec.columns[$0].family != .flag }) else { return }
        let all = try numbers(SQL(unsafe: "SELECT number FROM \(spec.quotedName) ORDER BY number"))
        let known = try all.compactMap { number in try key(table, number: number) }
        let expected = try known.map { try rows(table, key: $0) }
        let union = expected.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
        var keys = known.map { asGiven(table, $0) }
        for number in 0..<count {
            let key = try? spec.key.map { column in
                let property = spec.property(column)
                let value = spec.columns[column].missingValue(number, on: subject.engine)
                return property.type == .any ? value : property.given(try property.canonical(value))
            }
            guard let key else { return }
            keys.insert(key, at: Int(UInt(bitPattern: number &* 7919) % UInt(keys.count + 1)))
        }
        let call = "Table\(table).self by the keys of all rows and \(count) that no row has, \(way)"
        switch way {
        // A key that two rows have is found twice.
        case .find where expected.contains { $0.count > 1 }: break
        case .find: try expect(session.find(subject.type(table), keys: keys).map(\.number).sorted(), union, call)
        case .filter: try expect(query(table).filter(keys: keys).all().map(\.number).sorted(), union, call)
        case .count: try expect(query(table).filter(keys: keys).count(), union.count, call)
        case .byKeys where expected.contains { $0.count > 1 }: break
        case .byKeys:
            let found = try session.find(subject.type(table), keys: keys, as: .dictionary)
            try expect(found.values.map(\.number).sorted(), union, call)
        case .isIn: try expect(query(table).filter(.key(in: keys)).count(), union.count, call)
        case .twice: try expect(query(table).filter(keys: keys).filter(keys: keys).count(), union.count, call)
        case .notIn:
            let nulls = spec.key.map { "\(spec.quoted($0)) IS NULL" }.joined(separator: " OR ")
            // Whether a row with NULL is left out, is for the few keys of another step.
            let whole = SQL(unsafe: "SELECT number FROM \(spec.quotedName) WHERE NOT (\(nulls))")
            let left = try Set(numbers(whole)).subtracting(union)
            let found = try query(table).filter(.key(notIn: keys)).filter(!.sql(SQL(unsafe: nulls))).all()
            try expect(found.map(\.number).sorted(), left.sorted(), call)
        }
    }

    private func raw(_ type: OracleRow.Type, _ key: [SQLValue]) throws -> OracleRow? {
        switch key.count {
        case 1: try session.find(type, raw: key[0])
        case 2: try session.find(type, raw: key[0], key[1])
        case 3: try session.find(type, raw: key[0], key[1], key[2])
        case 4: try session.find(type, raw: key[0], key[1], key[2], key[3])
        default: try session.find(type, raw: key[0], key[1], key[2], key[3], key[4])
        }
    }

    /// Finds rows by their keys as they are stored.
    func findRaw(_ table: Int, _ numbers: [Int], isOne: Bool) throws {
        let spec = subject.tables[table]
        let list = spec.key.map { spec.quoted($0) }.joined(separator: ", ")
        guard !isOne || spec.key.count <= 5 else { return }
        let keys = try numbers.compactMap {
            try plain(SQL(unsafe: "SELECT \(list) FROM \(spec.quotedName) WHERE number = \($0)")).first?.values
        }.filter { !$0.contains(where: \.isNull) }
        let expected = try keys.map { key in
            var sql = SQL(unsafe: "SELECT number FROM \(spec.quotedName)")
            for (index, column) in spec.key.enumerated() {
                sql += SQL(unsafe: (index == 0 ? " WHERE " : " AND ") + spec.quoted(column) + " = ") + "\(key[index])"
            }
            return try self.numbers(sql)
        }
        if isOne {
            for (key, rows) in zip(keys, expected) {
                comparisons += 1
                guard let found = try unlessSeveral([Set(rows)], { try raw(subject.type(table), key)?.number }) else {
                    continue
                }
                if found.map({ !rows.contains($0) }) ?? !rows.isEmpty {
                    throw Disagreement(
                        call: "session.find(Table\(table).self, raw: \(key))", expected: "one of \(rows)",
                        found: "\(found as Int?)")
                }
            }
            return
        }
        let found = try query(table).filter(rawKeys: keys).all().map(\.number).sorted()
        try expect(found, Set(expected.joined()).sorted(), "query(Table\(table).self).filter(rawKeys: \(keys))")
    }
}

extension ColumnSpec {
    /// A value that no row has, a different one for each number.
    func missingValue(_ number: Int, on engine: ServedEngine) -> SQLValue {
        let value: SQLValue =
            switch family {
            case .integer: .integer(Int64(5_000_000 + number))
            case .real: .real(1000.25 + Double(number))
            case .numberText: .text("70000\(number)")
            case .word: .text("no\(number)")
            case .date:
                DateFormat.dateTime.sqlValue(of: Date(timeIntervalSince1970: 4_102_444_800 + 86_400 * Double(number)))
            case .uuid:
                .text("00000000-0000-0000-0001-" + String(String(1_000_000_000_000 + number).dropFirst()))
            case .flag: 1
            case .decimal: .text("\(1000 + number).25")
            case .blob: .blob([0xEE, UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)])
            case .mixed: engine == .sqlite ? .real(5000.5 + Double(number)) : .text("70000\(number)")
            }
        let stored = form?.stored(value) ?? value
        if type == "DATE", case .text(let text) = stored { return given(.text(String(text.prefix(10))), on: engine) }
        return written(stored, on: engine)
    }
}
