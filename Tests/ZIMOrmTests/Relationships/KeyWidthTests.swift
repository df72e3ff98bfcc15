import TestServer
import Testing

@testable import ZIMOrm

/// Every kind of relationship with keys of one to four columns: the statements, their parameters, the rows.
@Suite(.eachEngine) struct KeyWidthTests {
    private var engine: ServedEngine { .current }

    @Test(arguments: KeyWidth.all) func belongsTo(_ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        let (parent, child) = ("parent\(width.width)", "child\(width.width)")
        let columns = try KeyWidth.select(width.parent)
        try database.read { session in
            let single = try #require(try session.find(width.child, 4))
            let sql = "SELECT \(columns) FROM \"\(parent)\" WHERE \(width.equal(parent))"
            let third = try expectSent([(sql, width.key(3))], database) {
                try single.belongsTo(width.parent, foreignKey: width.columns)
            }
            #expect(third?.name == "third")
            // A NULL in the key means no parent, and no statement.
            let orphan = try #require(try session.find(width.child, 5))
            let none = try expectStatements(0, database) {
                try orphan.belongsTo(width.parent, foreignKey: width.columns)
            }
            #expect(none == nil)
            let children = try session.query(width.child).orderByKey().all()
            let many = """
                SELECT \(columns), \(engine.keyOrdinal) AS zim_key FROM \(width.keys(on: engine)) "\(parent)" \
                ON \(width.keySet(parent, on: engine))
                """
            // The second parent, which three ask for, is looked for once.
            let names = try expectSent([(many, width.keyParameters([2, 3], on: engine))], database) {
                try children.map { try $0.belongsTo(width.parent, foreignKey: width.columns)?.name }
            }
            #expect(names == ["second", "second", "second", "third", nil])
            #expect(child == width.child.table)
        }
    }

    @Test(arguments: KeyWidth.all) func hasMany(_ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        let child = "child\(width.width)"
        let columns = try KeyWidth.select(width.child)
        try database.read { session in
            let single = try #require(try session.find(width.parent, key: width.key(2)))
            let sql = "SELECT \(columns) FROM \"\(child)\" WHERE \(width.equal(child))"
            let labels = try expectSent([(sql, width.key(2))], database) {
                try single.hasMany(width.child, foreignKey: width.columns).map(\.label)
            }
            #expect(labels == ["one", "two", "three"])
            let parents = try session.query(width.parent).orderByKey().all()
            let many = """
                SELECT \(columns), \(engine.keyOrdinal) AS zim_key FROM \(width.keys(on: engine)) "\(child)" \
                ON \(width.keySet(child, on: engine))
                """
            let all = try expectSent([(many, width.keyParameters([1, 2, 3], on: engine))], database) {
                try parents.map { try $0.hasMany(width.child, foreignKey: width.columns).map(\.label) }
            }
            #expect(all == [[], ["one", "two", "three"], ["four"]])
        }
    }

    @Test(arguments: KeyWidth.all) func hasManyWithOptions(_ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        let child = "child\(width.width)"
        let columns = try KeyWidth.select(width.child)
        let names = try MappingRegistry.mapping(of: width.child).columns.map { "\"\($0.name)\"" }
            .joined(separator: ", ")
        let options: [RelationshipOption] = [
            .filter("label != \("one")"), .orderBy("label DESC"), .limit(1), .offset(0),
        ]
        try database.read { session in
            let single = try #require(try session.find(width.parent, key: width.key(2)))
            let order = "ORDER BY \"\(child)\".\"label\" DESC, \"\(child)\".\"pk\""
            let sql = """
                SELECT \(columns) FROM "\(child)" WHERE \(width.equal(child)) AND ("\(child)"."label" <> ?) \
                \(order) LIMIT ? OFFSET ?
                """
            let labels = try expectSent([(sql, width.key(2) + ["one", 1, 0])], database) {
                try single.hasMany(width.child, foreignKey: width.columns, options: options).map(\.label)
            }
            #expect(labels == ["two"])
            let parents = try session.query(width.parent).orderByKey().all()
            let many = """
                SELECT \(names), zim_key FROM (SELECT \(columns), \(engine.keyOrdinal) AS zim_key, \
                row_number() OVER (PARTITION BY \(engine.keyOrdinal) \(order)) AS zim_row FROM \
                \(width.keys(on: engine)) "\(child)" ON \(width.keySet(child, on: engine)) WHERE ("\(child)"."label" <> ?)) AS zim_rows \
                WHERE zim_row > ? AND zim_row <= ? ORDER BY zim_key, zim_row
                """
            let all = try expectSent([(many, width.keyParameters([1, 2, 3], on: engine) + ["one", 0, 1])], database) {
                try parents.map { parent in
                    try parent.hasMany(width.child, foreignKey: width.columns, options: options).map(\.label)
                }
            }
            #expect(all == [[], ["two"], ["four"]])
        }
    }

    @Test(arguments: KeyWidth.all) func hasOne(_ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        let child = "child\(width.width)"
        let columns = try KeyWidth.select(width.child)
        try database.read { session in
            let single = try #require(try session.find(width.parent, key: width.key(2)))
            let sql =
                "SELECT \(columns) FROM \"\(child)\" WHERE \(width.equal(child)) ORDER BY \"\(child)\".\"pk\" LIMIT ?"
            let one = try expectSent([(sql, width.key(2) + [1])], database) {
                try single.hasOne(width.child, foreignKey: width.columns)
            }
            #expect(one?.label == "one")
            let parents = try session.query(width.parent).orderByKey().all()
            let many = """
                SELECT \(columns), \(engine.keyOrdinal) AS zim_key FROM \(width.keys(on: engine)) "\(child)" \
                ON \(width.keySet(child, on: engine)) ORDER BY zim_key, "\(child)"."pk"
                """
            let all = try expectSent([(many, width.keyParameters([1, 2, 3], on: engine))], database) {
                try parents.map { try $0.hasOne(width.child, foreignKey: width.columns)?.label }
            }
            #expect(all == [nil, "one", "four"])
        }
    }

    /// Without an order MySQL gives the rows as its own index has them.
    private func unordered(_ lists: [[String]]) -> [[String]] {
        ServedEngine.isMySQL ? lists.map { $0.sorted() } : lists
    }

    @Test(arguments: KeyWidth.all) func hasManyThrough(_ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        let (parent, link) = ("parent\(width.width)", "link\(width.width)")
        let columns = try KeyWidth.select(width.parent)
        let left = width.columns.map { $0 + "1" }
        let right = width.columns.map { $0 + "2" }
        let on = width.columns.map { "\"\(parent)\".\"\($0)\" = \"\(link)\".\"\($0)2\"" }.joined(separator: " AND ")
        try database.read { session in
            let single = try #require(try session.find(width.parent, key: width.key(1)))
            let sql =
                "SELECT \(columns) FROM \"\(link)\" JOIN \"\(parent)\" ON \(on) WHERE \(width.equal(link, suffix: "1"))"
            let names = try expectSent([(sql, width.key(1))], database) {
                try single.hasMany(
                    width.parent, through: width.link, foreignKey: left, targetForeignKey: right
                ).map(\.name)
            }
            #expect(names == ["second", "third", "second"])
            let parents = try session.query(width.parent).orderByKey().all()
            let many = """
                SELECT \(columns), \(engine.keyOrdinal) AS zim_key FROM \(width.keys(on: engine)) "\(link)" \
                ON \(width.keySet(link, suffix: "1", on: engine)) \(engine.keyJoin) "\(parent)" ON \(on)
                """
            let all = try expectSent([(many, width.keyParameters([1, 2, 3], on: engine))], database) {
                try parents.map { source in
                    try source.hasMany(
                        width.parent, through: width.link, foreignKey: left, targetForeignKey: right
                    ).map(\.name)
                }
            }
            #expect(unordered(all) == unordered([["second", "third", "second"], ["second"], []]))
        }
    }

    @Test(arguments: KeyWidth.all) func hasManyLinked(_ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        let left = width.columns.map { $0 + "1" }
        let right = width.columns.map { $0 + "2" }
        try database.read { session in
            func notes(_ source: WideParent, _ options: [RelationshipOption] = []) throws -> [String] {
                try source.hasManyLinked(
                    width.parent, through: width.link, foreignKey: left, targetForeignKey: right, options: options
                ).map { "\($0.model.name) \($0.link.note)" }
            }
            let single = try #require(try session.find(width.parent, key: width.key(1)))
            let linked = try expectStatements(1, database) { try notes(single) }
            #expect(linked == ["second 1-2", "third 1-3", "second again"])
            // The same target twice: the join table's key decides which comes first.
            #expect(try notes(single, [.limit(2)]) == ["second 1-2", "second again"])
            #expect(try notes(single, [.limit(1), .offset(1)]) == ["second again"])
            let parents = try session.query(width.parent).orderByKey().all()
            let found = try expectStatements(3, database) {
                [
                    try parents.map { try notes($0) }, try parents.map { try notes($0, [.limit(2)]) },
                    try parents.map { try notes($0, [.limit(1), .offset(1)]) },
                ]
            }
            #expect(
                unordered(found[0]) == unordered([["second 1-2", "third 1-3", "second again"], ["second 2-2"], []]))
            #expect(found[1] == [["second 1-2", "second again"], ["second 2-2"], []])
            #expect(found[2] == [["second again"], [], []])
            let back = try session.query(width.parent).orderByKey().all().map { target in
                try target.hasMany(width.parent, through: width.link, foreignKey: right, targetForeignKey: left)
                    .map(\.name)
            }
            #expect(unordered(back) == unordered([[], ["first", "second", "first"], ["first"]]))
        }
    }
}
