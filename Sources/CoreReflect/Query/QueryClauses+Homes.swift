import ZIMOrm

/// The properties that the objects of joins are put into.
extension QueryClauses {
    /// Finds the property of each join. What a join says of it goes before what is left, so that no join takes the
    /// property that another one names.
    func findHomes(in sources: inout QuerySources) {
        for (index, join) in joins.enumerated() where join.foreignKey.isEmpty || join.alias != join.type.entityName() {
            let named = sources.homes(for: index + 1).first { $0.isNamed(join.alias) && sources.isFree($0) }
            sources.setHome(of: index + 1, to: named)
        }
        for (index, join) in joins.enumerated() where sources.sources[index + 1].home == nil {
            // Without keys a join is one by the next reference to its class.
            let found = sources.homes(for: index + 1).first { home in
                sources.isFree(home) && (join.foreignKey.isEmpty || isJoined(join, index + 1, by: home, in: sources))
            }
            sources.setHome(of: index + 1, to: found)
        }
        for (index, join) in joins.enumerated() where sources.sources[index + 1].home == nil {
            sources.setHome(of: index + 1, to: home(ofOtherKeys: join, index + 1, in: sources))
        }
    }

    /// The first property of a class whose objects are joined by other keys than that of a reference; nil if another join
    /// has it: the next one would be that of another row.
    private func home(ofOtherKeys join: JoinRequest, _ index: Int, in sources: QuerySources) -> QuerySource.Home? {
        let homes = sources.homes(for: index)
        let meant =
            homes.first { isJoined(join, index, by: $0, in: sources) } ?? homes.first { $0.isNamed(join.alias) }
            ?? homes.first
        return meant.flatMap { sources.isFree($0) ? $0 : nil }
    }

    /// Whether the keys of a join are the columns of a reference, so that the objects are those that it refers to.
    private func isJoined(
        _ join: JoinRequest, _ index: Int, by home: QuerySource.Home, in sources: QuerySources
    ) -> Bool {
        let joined = sources.sources[index]
        // What is wrong with a name is told where the join is written.
        guard join.comparison == .equals,
            let fields = try? join.foreignKey.flatMap({ try sources.through(index).columns($0) }),
            let others = try? otherKey(of: join, joined),
            fields.count == others.count, fields.allSatisfy({ $0.source == home.source })
        else { return false }
        let pairs = Set(zip(fields.map { sources.name($0) }, others).map { [$0, $1] })
        return pairs == Set(zip(home.reference.columns, joined.mapping.keyNames).map { [$0, $1] })
    }
}

extension QuerySource.Home {
    fileprivate func isNamed(_ name: String) -> Bool { reference.property.name == name }
}

extension QuerySources {
    /// The properties of the tables before a joined one that hold objects of its class.
    fileprivate func homes(for index: Int) -> [QuerySource.Home] {
        sources.prefix(index).enumerated().flatMap { source, owner in
            ((try? TableLayout.of(owner.type).references) ?? []).filter { $0.target == sources[index].type }
                .map { QuerySource.Home(source: source, reference: $0) }
        }
    }

    /// Whether no join has a property yet.
    fileprivate func isFree(_ home: QuerySource.Home) -> Bool {
        !sources.contains { $0.home?.source == home.source && $0.home?.isNamed(home.reference.property.name) == true }
    }
}
