import TestServer
import ZIMOrm

/// How often something special comes, in percent.
struct CaseShares {
    /// Properties of a type of their own; the others are an SQLValue.
    var typed = 45
    /// Foreign keys whose columns are of another type than the key's.
    var mixed = 30
    /// Columns of dates, UUIDs, truth values and decimals that declare their form, where their property is of the type.
    var formed = 50
}

/// Makes tables and the relationships between them.
struct RandomSchema {
    let engine: ServedEngine
    let form: MappingForm
    let shares: CaseShares
    var random: SeededGenerator
    private(set) var tables: [TableSpec] = []
    private(set) var links: [LinkSpec] = []
    private var columnNames: [RandomNames] = []
    private var freeProperties: [[PropertyType: [String]]] = []
    private var tableNames: RandomNames
    private let oddShare: Int

    init(engine: ServedEngine, form: MappingForm, shares: CaseShares, random: SeededGenerator) {
        self.shares = shares
        self.engine = engine
        self.form = form
        self.random = random
        oddShare = self.random.chance(50) ? 40 : 0
        tableNames = RandomNames(taken: ["main", "temp"], oddShare: oddShare)
    }

    mutating func make() {
        let count = 1 + random.below(3)
        for _ in 0..<count { addTable() }
        for table in 0..<count {
            for _ in 0..<(table == 0 ? random.below(2) : 1 + random.below(2)) { addForeignKey(table) }
        }
        if random.chance(50) { addJoinTable() }
        for table in tables.indices { complete(table) }
    }

    // MARK: Tables

    private mutating func addTable() {
        let table = newTable()
        let width = random.pick(weighted: [(20, 1), (35, 2), (25, 3), (10, 4), (10, 5)])
        for _ in 0..<width { tables[table].key.append(addColumn(table)) }
        for _ in 0..<(1 + random.below(2)) { _ = addColumn(table) }
    }

    private mutating func newTable() -> Int {
        tables.append(
            TableSpec(
                name: tableNames.next(&random), columns: [], key: [], constraint: .primaryKey, isWithoutRowID: false,
                indexes: []))
        columnNames.append(RandomNames(taken: ["number"], oddShare: oddShare))
        freeProperties.append(Dictionary(uniqueKeysWithValues: PropertyType.allCases.map { ($0, $0.names) }))
        return tables.count - 1
    }

    private mutating func addColumn(_ table: Int, family: ValueFamily? = nil, like parent: ColumnSpec? = nil) -> Int {
        let family = family ?? parent?.family ?? random.pick(ValueFamily.all(on: engine))
        let wanted = random.chance(shares.typed) || parent?.form != nil ? random.pick(family.properties) : .any
        let taken = takeProperty(wanted, table)
        let property = taken ?? takeProperty(.any, table) ?? "v15"
        // What a form is for.
        let isFormed = taken != nil && wanted == family.properties.first && !StoredForm.all(of: family).isEmpty
        var form = parent?.form
        if parent == nil, isFormed, random.chance(shares.formed) { form = random.pick(StoredForm.all(of: family)) }
        let type = parent?.type ?? random.pick(form?.types(on: engine) ?? family.types(on: engine))
        if !isFormed { form = nil }
        let name = self.form == .reflected ? property : columnNames[table].next(&random)
        tables[table].columns.append(ColumnSpec(name: name, type: type, family: family, property: property, form: form))
        return tables[table].columns.count - 1
    }

    private mutating func takeProperty(_ type: PropertyType, _ table: Int) -> String? {
        guard let name = freeProperties[table][type]?.first else { return nil }
        freeProperties[table][type]?.removeFirst()
        return name
    }

    /// What is decided when all columns are there.
    private mutating func complete(_ table: Int) {
        let key = tables[table].key
        tables[table].constraint = random.pick(weighted: [(70, .primaryKey), (15, .unique), (15, .none)])
        let isPrimary = tables[table].constraint == .primaryKey
        tables[table].isWithoutRowID = engine == .sqlite && isPrimary && random.chance(25)
        if isPrimary, engine == .postgreSQL || tables[table].isWithoutRowID || random.chance(70) {
            for index in key { tables[table].columns[index].isNotNull = true }
        }
        if random.chance(30) {
            let columns = Array(tables[table].columns.indices).shuffled(using: &random).prefix(1 + random.below(2))
            if Set(columns) != Set(key) { tables[table].uniques = [Array(columns)] }
        }
        for link in links where random.chance(60) {
            let child = link.kind == .belongsTo ? link.source : link.join ?? link.target
            if child == table, !tables[table].indexes.contains(link.foreignKey) {
                tables[table].indexes.append(link.foreignKey)
            }
        }
    }

    // MARK: Relationships

    /// Columns of a child for those of a parent: new ones, or ones that the child has already.
    private mutating func foreignKey(in child: Int, to parent: Int, _ references: [Int]) -> [Int]? {
        var used: [Int] = []
        for index in references {
            let there = tables[parent].columns[index]
            let own = tables[child].columns.indices.filter {
                tables[child].columns[$0].family == there.family && !used.contains($0)
                    && tables[child].columns[$0].form == there.form
                    && (child != parent || $0 != index)
                    && (shares.mixed > 0 || tables[child].columns[$0].type == there.type)
            }
            if random.chance(35), let known = own.isEmpty ? nil : random.pick(own) {
                used.append(known)
            } else {
                guard tables[child].columns.count < 15 else { return nil }
                if there.form == nil, random.chance(shares.mixed) {
                    used.append(addColumn(child, family: random.pick([there.family] + there.family.kin(on: engine))))
                } else {
                    used.append(addColumn(child, like: there))
                }
            }
        }
        return used
    }

    private mutating func addForeignKey(_ child: Int) {
        let parent = random.chance(75) ? random.below(child + 1) : random.below(tables.count)
        var references = tables[parent].key
        let isOwnKey = !random.chance(25)
        if !isOwnKey {
            // Other columns, or the key in another order.
            let all = random.chance(50) ? references : Array(tables[parent].columns.indices)
            references = Array(all.shuffled(using: &random).prefix(1 + random.below(3)))
        }
        guard let columns = foreignKey(in: child, to: parent, references) else { return }
        let named: [Int]? = isOwnKey && random.chance(60) ? nil : references
        let number = links.count
        links.append(
            LinkSpec(
                name: "up\(number)", kind: .belongsTo, source: child, target: parent, foreignKey: columns,
                references: named))
        links.append(
            LinkSpec(
                name: random.chance(20) ? tables[child].name : "down\(number)", kind: .hasMany, source: parent,
                target: child, foreignKey: columns, references: named))
        if random.chance(50) {
            links.append(
                LinkSpec(
                    name: "one\(number)", kind: .hasOne, source: parent, target: child, foreignKey: columns,
                    references: named))
        }
        for index in links.indices.suffix(3) where links[index].name.contains(".") || isTaken(index) {
            links[index].name = "down\(number)_\(index)"
        }
    }

    private func isTaken(_ index: Int) -> Bool {
        links.indices.contains {
            $0 != index && links[$0].source == links[index].source && links[$0].name == links[index].name
        }
    }

    private mutating func addJoinTable() {
        let (left, right) = (random.below(tables.count), random.below(tables.count))
        let join = newTable()
        guard let leftKey = foreignKey(in: join, to: left, tables[left].key),
            let rightKey = foreignKey(in: join, to: right, tables[right].key)
        else { return }
        let key = leftKey + rightKey.filter { !leftKey.contains($0) }
        tables[join].key = random.chance(60) ? key : [addColumn(join)]
        if random.chance(50) { _ = addColumn(join) }
        links.append(
            LinkSpec(
                name: "far\(links.count)", kind: .hasManyThrough, source: left, target: right, foreignKey: leftKey,
                references: nil, join: join, targetForeignKey: rightKey))
        links.append(
            LinkSpec(
                name: "near\(links.count)", kind: .hasManyThrough, source: right, target: left, foreignKey: rightKey,
                references: tables[right].key, join: join, targetForeignKey: leftKey,
                targetReferences: tables[left].key))
    }
}
