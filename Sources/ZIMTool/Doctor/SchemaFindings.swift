import ZIMOrm

/// What the schema alone shows.
package struct SchemaFindings {
    let schema: DatabaseSchema
    let tables: [TableSchema]
    private var traits: any EngineTraits { schema.traits }

    package init(schema: DatabaseSchema, tables: [TableSchema]) {
        self.schema = schema
        self.tables = tables
    }

    package var all: [Finding] {
        let links = NameMap.grouping(schema.links(), by: \.child.name)
        let indexes = NameMap.grouping(schema.indexes, by: \.table)
        // Tables and indexes share their names on some engines.
        var taken = Set(schema.indexes.map(\.name.foldedName) + schema.tables.map(\.ownName.foldedName))
        return tables.flatMap { table -> [Finding] in
            var findings: [Finding] = []
            if let problem = schema.problems[table.name] {
                findings.append(
                    Finding(
                        .unreadable, table.name, [], "the \(table.kind.rawValue) cannot be read: \(problem.printable)",
                        advice: table.kind == .view
                            ? "Create what it refers to, or drop it" : Finding.advice(ifUnreadable: problem)))
            }
            let own = links[table.name] ?? []
            for key in table.foreignKeys where !own.contains(where: { $0.isOf(key, table) }) && schema.isWithin(key) {
                let mayBeThere = traits.tellsOfHiddenTables
                findings.append(
                    Finding(
                        .danglingForeignKey, table.name, key.columns,
                        "the foreign key \(key.words.printable) references a table or columns that do not exist"
                            + (mayBeThere ? " or that this user may not read" : ""),
                        advice: mayBeThere
                            ? "Look as a user who may read all tables: what is not there has to be created, or the foreign key dropped"
                            : "Create them, or drop the foreign key: while foreign keys are enforced, the table cannot be changed"
                    ))
            }
            var suggested: Set<[ExactName]> = []
            for link in own {
                if !link.referencesKey {
                    findings.append(nonUnique(link, "is not unique"))
                } else if schema.comparesOtherwise(link) {
                    findings.append(nonUnique(link, "only has keys of other collations than its own"))
                }
                if !isIndexed(link, indexes[table.name] ?? []) {
                    // One index serves all foreign keys of its columns.
                    let sql =
                        suggested.insert(link.columns.exactNames).inserted ? traits.index(link, taken: &taken) : nil
                    findings.append(unindexed(link, sql: sql))
                }
            }
            return findings
        }
    }

    private func nonUnique(_ link: LinkSchema, _ reason: String) -> Finding {
        Finding(
            .foreignKeyToNonUnique, link.child.name, link.columns,
            "the foreign key \(link.columns.listed) references \(link.parent.name.printable) \(link.references.listed), which "
                + reason,
            advice: link.parent.kind == .table
                ? "CREATE UNIQUE INDEX … ON \(traits.name(link.parent)) \(traits.list(link.references)): until then the engine cannot enforce the foreign key"
                : "Drop the foreign key: what it references is a \(link.parent.kind.rawValue), which has no key"
        )
    }

    private func unindexed(_ link: LinkSchema, sql: String?) -> Finding {
        Finding(
            .foreignKeyWithoutIndex, link.child.name, link.columns,
            "the foreign key \(link.columns.listed) to \(link.parent.name.printable) has no index: finding the children of a "
                + "parent scans the whole table",
            advice: "CREATE INDEX … ON \(traits.name(link.child)) \(traits.list(link.columns))", sql: sql
        )
    }

    /// Whether the columns are the first of an index, in any order.
    private func isIndexed(_ link: LinkSchema, _ indexes: [IndexSchema]) -> Bool {
        let wanted = Set(link.columns.exactNames)
        let count = link.columns.count
        if Set(link.child.primaryKey.prefix(count).exactNames) == wanted { return true }
        return indexes.contains { index in
            // Others, such as gin, do not find by equality.
            (index.method.map { $0 == "btree" || $0 == "hash" } ?? true) && isForAllParents(index, link)
                && Set(index.parts.prefix(count).compactMap(\.column).exactNames) == wanted
        }
    }

    /// An index that leaves out rows whose foreign key is NULL holds all that have a parent.
    private func isForAllParents(_ index: IndexSchema, _ link: LinkSchema) -> Bool {
        guard index.isPartial else { return true }
        let condition = (index.condition ?? "").replacing("\"", with: "").lowercased()
        return link.columns.contains { condition == "\($0.lowercased()) is not null" }
    }
}

extension Finding {
    /// What to do about a table that cannot be read.
    static func advice(ifUnreadable problem: String) -> String {
        let isMissing = ["no such collation sequence", "no such function", "no such module", "no such tokenizer"]
            .contains { problem.contains($0) }
        return isMissing
            ? "Nothing is damaged: the program that it belongs to brings that along, and can read it"
            : "Restore it from a backup"
    }
}
