/// Resolves the relationships between models.
struct RelationshipPlanner {
    /// A relationship from one to many, resolved.
    private struct ToMany {
        let owner: Model.Type
        let label: String
        let type: Model.Type
        let link: TableShape.Link
    }

    private let shapes: [ObjectIdentifier: TableShape]
    private var toMany: [ToMany] = []
    private var sides: [(owner: Model.Type, declared: Amigo.ManyToMany, join: Int)] = []
    private(set) var joins: [JoinPlan] = []

    init(models: [Amigo.ORMModel], shapes: [ObjectIdentifier: TableShape]) throws {
        self.shapes = shapes
        for model in models {
            for relationship in model.oneToMany {
                toMany.append(
                    ToMany(
                        owner: model.type, label: relationship.label, type: relationship.using,
                        link: try link(of: relationship, model)))
            }
        }
        try planJoins(models)
    }

    private func shape(_ type: Model.Type, for user: String) throws -> TableShape {
        guard let shape = shapes[ObjectIdentifier(type)] else { throw ModelError.notRegistered(type, by: user) }
        return shape
    }

    /// The foreign key behind a relationship to many.
    private func link(of relationship: Amigo.OneToMany, _ model: Amigo.ORMModel) throws -> TableShape.Link {
        let name = "the relationship \"\(relationship.label)\" of \"\(model.table.label)\""
        let child = try shape(relationship.using, for: name)
        let candidates = child.links.filter { $0.target == model.type }
        if let property = relationship.on {
            if let link = candidates.first(where: { $0.property == property }) { return link }
            throw ModelError(
                .unknownColumn,
                "\(name) is on \"\(property)\", which is no foreign key of \"\(child.table)\" to class \(model.type)",
                table: model.table.label, column: property,
                hint: NearestNames.hint(for: property, among: candidates.map(\.property))
                    ?? "Add Column(\"\(property)\", type: ForeignKey(\(model.type).self)) to \(child.model.type)")
        }
        guard let link = candidates.first, candidates.count == 1 else {
            throw ModelError(
                .mapping,
                "\(name) leads to \"\(child.table)\", which has \(candidates.isEmpty ? "no" : "several") foreign keys to class \(model.type)"
                    + (candidates.isEmpty ? "" : ": \(candidates.map(\.property).joined(separator: ", "))"),
                table: model.table.label,
                hint: candidates.isEmpty
                    ? "Add a Column of type ForeignKey(\(model.type).self) to it" : "Say which with on:")
        }
        return link
    }

    private mutating func planJoins(_ models: [Amigo.ORMModel]) throws {
        var byTable: [String: Int] = [:]
        for model in models {
            for declared in model.manyToMany {
                let name = "the relationship \"\(declared.label)\" of \"\(model.table.label)\""
                let other = try shape(declared.using, for: name)
                let own = try shape(model.type, for: name)
                let table = declared.table ?? [own.table, other.table].sorted().joined(separator: "_")
                guard let known = byTable[table] else {
                    byTable[table] = joins.count
                    sides.append((model.type, declared, joins.count))
                    joins.append(try join(declared, own, other, table, name))
                    continue
                }
                try check(declared, model, sameAs: joins[known], name)
                if declared.foreignKeys != nil {
                    let named = try join(declared, own, other, table, name)
                    if sides.contains(where: { $0.join == known && $0.declared.foreignKeys != nil }),
                        (named.left.columns, named.right.columns)
                            != (joins[known].left.columns, joins[known].right.columns)
                    {
                        throw ModelError(
                            .mapping, "\(name) names other columns of \"\(table)\" than its other side", table: table)
                    }
                    joins[known] = named
                } else if let through = declared.throughModel, joins[known].through == nil {
                    joins[known] = try join(declared, own, other, table, name, through: through)
                }
                sides.append((model.type, declared, known))
            }
        }
        for join in joins {
            if let shape = shapes.values.first(where: { $0.table.lowercased() == join.table.lowercased() }),
                shape.model.type != join.through?.type
            {
                throw ModelError(
                    .mapping,
                    "the relationship \"\(join.label)\" has the join table \"\(join.table)\", which is the table of class \(shape.model.type)",
                    table: join.table, hint: "Name another in ManyToMany(…, table:), or use the class as throughModel")
            }
        }
    }

    /// A second declaration must be the first one's other side.
    private func check(
        _ declared: Amigo.ManyToMany, _ model: Amigo.ORMModel, sameAs join: JoinPlan, _ name: String
    ) throws {
        let isInverse =
            Set([ObjectIdentifier(model.type), ObjectIdentifier(declared.using)])
            == Set([ObjectIdentifier(join.left.type), ObjectIdentifier(join.right.type)])
            && join.left.type != join.right.type
        let hasOwner = sides.contains { joins[$0.join].table == join.table && $0.owner == model.type }
        guard isInverse, !hasOwner else {
            throw ModelError(
                .mapping, "\(name) has the same join table \"\(join.table)\" as \"\(join.label)\"", table: join.table,
                hint: "Name another in ManyToMany(…, table:), or as joinTable in a Core Data relationship's user info")
        }
        if let through = join.through?.type, let other = declared.throughModel, through != other {
            throw ModelError(
                .mapping, "\(name) goes through class \(other), its other side through class \(through)",
                table: join.table, hint: "Let both name the same class")
        }
    }

    private func join(
        _ declared: Amigo.ManyToMany, _ own: TableShape, _ other: TableShape, _ table: String, _ name: String,
        through throughType: Model.Type? = nil
    ) throws -> JoinPlan {
        let isOwnLeft = own.table <= other.table
        let (left, right) = isOwnLeft ? (own, other) : (other, own)
        let isSelf = left.model.type == right.model.type
        func end(_ shape: TableShape, label: String) -> JoinPlan.End {
            JoinPlan.End(type: shape.model.type, columns: shape.key.map { "\(label)_\($0)" }, key: shape.key)
        }
        var ends = (
            end(left, label: TableName.label(of: left.model.type)),
            end(right, label: isSelf ? declared.label : TableName.label(of: right.model.type))
        )
        if !isSelf, !Set(ends.0.columns).isDisjoint(with: ends.1.columns) {
            // Two modules may have a class of the same name.
            ends = (end(left, label: left.table), end(right, label: right.table))
        }
        if let keys = declared.foreignKeys {
            try requireColumns(keys.own, for: own, in: table, name)
            try requireColumns(keys.target, for: other, in: table, name)
            if let shared = keys.own.first(where: keys.target.contains) {
                throw ModelError(
                    .mapping, "\(name) names the column \"\(shared)\" of \"\(table)\" for both sides", table: table,
                    column: shared, hint: "Map \"\(table)\" to a class, and use it as throughModel")
            }
            let named = isOwnLeft ? (keys.own, keys.target) : (keys.target, keys.own)
            ends.0 = JoinPlan.End(type: left.model.type, columns: named.0, key: left.key)
            ends.1 = JoinPlan.End(type: right.model.type, columns: named.1, key: right.key)
        }
        var plan: JoinPlan.Through?
        if let type = throughType ?? declared.throughModel {
            let shape = try shape(type, for: name)
            _ = try links(of: shape, to: left, right, name)
            plan = JoinPlan.Through(
                type: type, columns: shape.key.map { "\(TableName.label(of: type))_\($0)" }, key: shape.key,
                placement: declared.joinTable)
        }
        return JoinPlan(label: declared.label, table: table, left: ends.0, right: ends.1, through: plan)
    }

    private func requireColumns(_ columns: [String], for shape: TableShape, in table: String, _ name: String) throws {
        guard columns.count != shape.key.count else { return }
        throw ModelError(
            .mapping,
            "\(name) names \(columns.count) \(columns.count == 1 ? "column" : "columns") of \"\(table)\" for the \(shape.key.count) of the primary key of "
                + "\"\(shape.table)\" (\(shape.key.joined(separator: ", ")))",
            table: table, hint: "Name one column for each of them, in the same order")
    }

    /// The two foreign keys of a through model.
    private func links(
        of through: TableShape, to left: TableShape, _ right: TableShape, _ name: String
    ) throws -> (left: TableShape.Link, right: TableShape.Link) {
        let toLeft = through.links.filter { $0.target == left.model.type }
        let toRight = through.links.filter { $0.target == right.model.type }
        if left.model.type == right.model.type {
            guard toLeft.count == 2 else {
                throw Self.missing(toLeft.count, 2, through, left, name)
            }
            return (toLeft[0], toLeft[1])
        }
        guard toLeft.count == 1 else { throw Self.missing(toLeft.count, 1, through, left, name) }
        guard toRight.count == 1 else { throw Self.missing(toRight.count, 1, through, right, name) }
        return (toLeft[0], toRight[0])
    }

    private static func missing(
        _ count: Int, _ wanted: Int, _ through: TableShape, _ target: TableShape, _ name: String
    ) -> ModelError {
        ModelError(
            .mapping,
            "\(name) goes through class \(through.model.type), which has \(count) foreign key\(count == 1 ? "" : "s") "
                + "to class \(target.model.type) and needs \(wanted)",
            table: through.table,
            hint: count < wanted
                ? "Add a Column of type ForeignKey(\(target.model.type).self) to its ORMModel"
                : "A through model has one foreign key to each side")
    }

    /// The relationships that filters and orders of a class can follow by name: those of its model, with what its class says
    /// of them, and the others of its class.
    func declared(by model: Amigo.ORMModel) throws -> [Relationship] {
        var declared: [Relationship] = []
        for link in shapes[ObjectIdentifier(model.type)]?.links ?? [] {
            declared.append(
                .belongsTo(link.property, link.target, foreignKey: link.columns, references: references(of: link)))
        }
        for relationship in toMany where relationship.owner == model.type {
            declared.append(
                .hasMany(
                    relationship.label, relationship.type, foreignKey: relationship.link.columns,
                    references: references(of: relationship.link),
                    dependent: try dependent(model, relationship.label, .hasMany, relationship.type)))
        }
        for side in sides where side.owner == model.type {
            let join = joins[side.join]
            guard let through = join.through, let shape = shapes[ObjectIdentifier(through.type)],
                let left = shapes[ObjectIdentifier(join.left.type)],
                let right = shapes[ObjectIdentifier(join.right.type)]
            else { continue }
            let links = try links(of: shape, to: left, right, "the relationship \"\(side.declared.label)\"")
            let (own, other) = join.left.type == model.type ? (links.left, links.right) : (links.right, links.left)
            declared.append(
                .hasMany(
                    side.declared.label, side.declared.using, through: through.type, foreignKey: own.columns,
                    targetForeignKey: other.columns, references: references(of: own),
                    targetReferences: references(of: other),
                    dependent: try dependent(model, side.declared.label, .hasManyThrough, side.declared.using)))
        }
        return declared + model.type.relationships.filter { own in !declared.contains { $0.name == own.name } }
    }

    /// What the class says of the rows of a relationship that its model declares, too.
    private func dependent(
        _ model: Amigo.ORMModel, _ name: String, _ kind: Relationship.Kind, _ target: Model.Type
    ) throws -> Dependent? {
        guard let own = model.type.relationships.first(where: { $0.name == name }) else { return nil }
        guard own.kind == kind, own.target == target else {
            throw ModelError(
                .mapping,
                "class \(model.type) has a relationship \"\(name)\" to class \(own.target) that is another than that of its ORMModel",
                table: model.table.label, hint: "Give one of them another name")
        }
        return own.dependent
    }

    /// The columns that a foreign key points to; nil if they are the primary key, which is known to be unique.
    private func references(of link: TableShape.Link) -> [String]? {
        link.referred == shapes[ObjectIdentifier(link.target)]?.key ? nil : link.referred
    }

    /// Gives an entry the relationships that are followed from it.
    mutating func attach(to entry: ModelEntry, _ entries: [ObjectIdentifier: ModelEntry]) throws {
        for relationship in toMany where relationship.owner == entry.type {
            guard let child = entries[ObjectIdentifier(relationship.type)],
                let link = child.links.first(where: { $0.property == relationship.link.property })
            else { continue }
            try entry.add(.oneToMany(relationship.type, link), as: relationship.label)
        }
        for side in sides where side.owner == entry.type {
            try complete(side.join, entries)
            let join = joins[side.join]
            let isLeft = join.left.type == entry.type
            try entry.add(.manyToMany(ManyToManySide(join: join, isLeft: isLeft)), as: side.declared.label)
        }
    }

    /// Gives a join the through model's links, which are only known with its mapping.
    private mutating func complete(_ index: Int, _ entries: [ObjectIdentifier: ModelEntry]) throws {
        let join = joins[index]
        guard join.left.link == nil, let through = join.through,
            let entry = entries[ObjectIdentifier(through.type)], let shape = shapes[ObjectIdentifier(through.type)],
            let left = shapes[ObjectIdentifier(join.left.type)], let right = shapes[ObjectIdentifier(join.right.type)]
        else { return }
        let names = try links(of: shape, to: left, right, "the relationship \"\(join.label)\"")
        joins[index].left.link = entry.links.first { $0.property == names.left.property }
        joins[index].right.link = entry.links.first { $0.property == names.right.property }
    }
}
