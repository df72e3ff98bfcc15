import ZIMOrm

/// Examines the rows of one table.
struct TableExamination {
    let table: TableSchema
    let links: [LinkSchema]
    let likely: [LikelyLink]
    /// The foreign keys that point to this table.
    let inbound: [LinkSchema]
    let traits: any EngineTraits

    func examine(
        in session: Session, tick: (Int) throws -> Void
    ) throws -> (profile: TableProfile, findings: [Finding]) {
        let orphans = links.map { OrphanRule(link: $0) }
        // Where one column only can be NULL, NULL in it is the way to say none.
        let partial = orphans.filter { $0.link.nullableColumns.count > 1 }
        let probes =
            links.map { Probe(parentOf: $0) } + likely.map { Probe(parentOf: $0.link) }
            + partial.map { Probe(wholenessOf: $0.link) }
        var answers: [Probe.Answer] = []
        let profile = try TableProfile(of: table, in: session, probes: probes, answers: &answers, tick: tick)
        var findings: [Finding] = []
        for (rule, answer) in zip(orphans, answers) where answer.no > 0 { findings.append(rule.orphans(answer)) }
        for (link, answer) in LikelyLink.chosen(Array(zip(likely, answers.dropFirst(links.count)))) {
            findings.append(LikelyLink.finding(link, answer, traits))
        }
        for (rule, answer) in zip(partial, answers.dropFirst(links.count + likely.count)) where answer.no > 0 {
            findings.append(rule.partlyNull(answer))
        }
        for column in table.columns {
            findings += ValueRules(table: table.name, column: column, values: profile[column.name]).findings
        }
        findings += try KeyRules(
            table: table, inbound: inbound, profile: profile, traits: traits
        ).findings(in: session)
        return (profile, findings)
    }
}
