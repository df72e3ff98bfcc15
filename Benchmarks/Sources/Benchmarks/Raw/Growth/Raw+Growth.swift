import BenchmarkHarness
import CSQLiteRaw

extension Raw: GrowthContender {
    func rows(series: Int, times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        let sql = "SELECT series, number, i2, i3, r4, r5, t6, t7, t8, t9 FROM sample WHERE series = ?"
        var sum = GrowthSum()
        try watch.measure {
            let statement = try RawStatement(sql, database)
            for _ in 0..<times {
                let samples = try database.transaction {
                    statement.bind(series)
                    return try statement.all { RawSample($0) }
                }
                for sample in samples { sum.add(sample.number, sample.t7) }
            }
        }
        return sum
    }

    func finds(_ keys: [[Int]], times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        let columns = keys.first?.count ?? 0
        let names = (1...columns).map { "k\($0)" }
        let condition = names.map { $0 + " = ?" }.joined(separator: " AND ")
        let sql = "SELECT \(names.joined(separator: ", ")), number, label FROM key\(columns) WHERE \(condition)"
        var sum = GrowthSum()
        try watch.measure {
            let statement = try RawStatement(sql, database)
            for _ in 0..<times {
                try database.transaction {
                    for key in keys {
                        statement.bind { statement, _ in
                            for (index, part) in key.enumerated() {
                                sqlite3_bind_int64(statement, CInt(index + 1), Int64(part))
                            }
                        }
                        let found = try statement.one { $0.map { RawKeyed($0, keyColumns: columns) } }
                        if let found { sum.add(found.number, found.label) }
                    }
                }
            }
        }
        return sum
    }

    func keyLists(_ keys: [[Int]], times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        let columns = keys.first?.count ?? 0
        let names = (1...columns).map { "k\($0)" }
        let condition = names.enumerated()
            .map { columns == 1 ? "\($1) = key.value" : "\($1) = key.value ->> \($0)" }.joined(separator: " AND ")
        let sql = """
            SELECT \(names.joined(separator: ", ")), number, label
            FROM json_each(?) AS key CROSS JOIN key\(columns) ON \(condition)
            """
        var sum = GrowthSum()
        try watch.measure {
            let statement = try RawStatement(sql, database)
            for _ in 0..<times {
                var json = KeyJSON.json(keys)
                let found = try database.transaction {
                    try json.withUTF8 { bytes in
                        statement.bind { handle, _ in Self.bind(bytes, to: handle, 1) }
                        return try statement.all { RawKeyed($0, keyColumns: columns) }
                    }
                }
                for model in found { sum.add(model.number, model.label) }
            }
        }
        return sum
    }

    func wide(columns: Int, times: Int, _ watch: Stopwatch) throws -> GrowthSum {
        switch columns {
        case 10: try wide(RawWide10.self, columns, times, watch)
        case 25: try wide(RawWide25.self, columns, times, watch)
        case 50: try wide(RawWide50.self, columns, times, watch)
        default: try wide(RawWide100.self, columns, times, watch)
        }
    }

    @inline(__always)
    private func wide<Wide: RawWide>(
        _ type: Wide.Type, _ columns: Int, _ times: Int, _ watch: Stopwatch
    ) throws -> GrowthSum {
        let sql = "SELECT \((0..<columns).map { "c\($0)" }.joined(separator: ", ")) FROM wide\(columns)"
        var sum = GrowthSum()
        try watch.measure {
            let statement = try RawStatement(sql, database)
            for _ in 0..<times {
                let models = try database.transaction { try statement.all { Wide($0) } }
                for model in models { sum.add(model.c0, model.c1) }
            }
        }
        return sum
    }

    func siblings(size: Int, groups: Int, _ watch: Stopwatch) throws -> GrowthSum {
        var sum = GrowthSum()
        try watch.measure {
            let parents = try RawStatement(
                "SELECT size, team, number, label FROM parent WHERE size = ? AND team = ? ORDER BY number", database)
            let children = try RawStatement(
                """
                SELECT size, team, number, place, label FROM child WHERE size = ? AND team = ?
                ORDER BY number, place
                """, database)
            try database.transaction {
                for group in 0..<groups {
                    parents.bind(size, group)
                    let found = try parents.all { RawParent($0) }
                    children.bind(size, group)
                    var index = 0
                    for child in try children.all({ RawChild($0) }) {
                        while index < found.count, found[index].number < child.number { index += 1 }
                        guard index < found.count, found[index].number == child.number else {
                            throw BenchmarkError("a child has no parent \(child.number)")
                        }
                        found[index].children.append(child)
                    }
                    for parent in found {
                        for child in parent.children { sum.add(child.number + child.place, child.label) }
                    }
                }
            }
        }
        return sum
    }
}
