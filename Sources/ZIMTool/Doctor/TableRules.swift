import ZIMOrm

/// Looks at the rows of one table.
struct TableRules {
    let table: TableSchema
    let links: [LinkSchema]
    let likely: [LikelyLink]
    /// The foreign keys that point to this table.
    let inbound: [LinkSchema]
    let traits: any EngineTraits

    func examine(
        in session: Session, tick: (Int) throws -> Void
    ) throws -> (profile: TableProfile, findings: [Finding]) {
        // Where one column only can be NULL, NULL in it is the way to say none.
        let partly = links.filter { $0.nullableColumns.count > 1 }
        let probes =
            links.map { Probe(parentOf: $0) } + likely.map { Probe(parentOf: $0.link) }
            + partly.map { Probe(wholenessOf: $0) }
        var answers: [Probe.Answer] = []
        let profile = try TableProfile(of: table, in: session, probes: probes, answers: &answers, tick: tick)
        var findings: [Finding] = []
        for (link, answer) in zip(links, answers) where answer.no > 0 { findings.append(orphans(link, answer)) }
        for (link, answer) in LikelyLink.chosen(Array(zip(likely, answers.dropFirst(links.count)))) {
            findings.append(likelyRelationship(link, answer))
        }
        for (link, answer) in zip(partly, answers.dropFirst(links.count + likely.count)) where answer.no > 0 {
            findings.append(
                Finding(
                    .partlyNullForeignKey, table.name, link.columns, count: answer.no,
                    "\(answer.no.counted("row")) \(answer.no == 1 ? "has" : "have") NULL in part of the foreign key "
                        + "\(link.columns.listed) to \(link.parent.name.printable), so it references no row",
                    example: answer.example.map { "\($0.value) at \($0.row)" },
                    advice: "Set all of its columns, or set all to NULL"))
        }
        for column in table.columns { findings += values(of: column, profile[column.name]) }
        findings += try KeyRules(
            table: table, inbound: inbound, profile: profile, traits: traits
        ).findings(in: session)
        return (profile, findings)
    }

    private func orphans(_ link: LinkSchema, _ answer: Probe.Answer) -> Finding {
        let total = answer.yes + answer.no
        var finding = Finding(
            .orphans, table.name, link.columns, count: answer.no,
            "\(answer.no.grouped) of \(total.counted("row")) \(answer.no == 1 ? "has" : "have") no parent: "
                + "\(link.columns.listed) matches no row of "
                + "\(link.parent.name.printable) \(link.references.listed)",
            example: answer.example.map { "\($0.value) at \($0.row)" },
            advice: link.isNullable
                ? "Add the missing rows, set the columns to NULL, or delete the rows"
                : "Add the missing rows, or delete these")
        finding.link = link
        return finding
    }

    private func likelyRelationship(_ link: LinkSchema, _ answer: Probe.Answer) -> Finding {
        let total = answer.yes + answer.no
        // Never rounded up to all of them.
        let percent = answer.no == 0 ? "100" : String(min(99.9, (answer.share * 1000).rounded(.down) / 10))
        return Finding(
            .likelyRelationship, table.name, link.columns, count: answer.yes,
            "\(link.columns.listed) probably references \(link.parent.name.printable) \(link.references.listed), but no foreign key is "
                + "declared: \(answer.yes.grouped) of \(total.counted("row")) match (\(percent) %)",
            example: answer.example.map { "no match for \($0.value) at \($0.row)" },
            advice:
                "Declare \(traits.foreignKey(link)), or use --guess with zim generate",
            sql: answer.no == 0 ? traits.sql(declaring: link) : nil)
    }

    private func values(of column: ColumnSchema, _ values: ColumnProfile) -> [Finding] {
        var findings: [Finding] = []
        if values.invalidValues > 0, let example = values.invalidValue {
            findings.append(
                Finding(
                    .invalidValues, table.name, [column.name], count: values.invalidValues,
                    "\(values.invalidValues.grouped) of \(values.count.counted("value")) in \(column.name.printable) "
                        + "\(values.invalidValues == 1 ? "is" : "are") invalid for the type \(column.type.printable)",
                    example: "\(example.value) at \(example.row)",
                    advice: "Correct them, or give the property a type that can hold them"))
        }
        if values.brokenTexts > 0 {
            findings.append(
                Finding(
                    .brokenText, table.name, [column.name], count: values.brokenTexts,
                    "\(values.brokenTexts.counted("text")) in \(column.name.printable) \(values.brokenTexts == 1 ? "is" : "are") not valid UTF-8",
                    advice: "Find the encoding that they were written in, and convert them to UTF-8"))
        }
        let isDate = DeclaredType(column).family == .date
        if values.dates.count > 1, isDate || values.dateCount * 10 >= values.count * 9 {
            let forms = values.dates.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
            findings.append(
                Finding(
                    .mixedDates, table.name, [column.name], count: values.dateCount,
                    "\(column.name.printable) holds dates in \(forms.count) formats: "
                        + forms.map { "\($0.value.grouped) as “\($0.key.rawValue)”" }.joined(separator: ", "),
                    example: forms.compactMap { values.dateExamples[$0.key] }.map { "'\($0)'" }.joined(
                        separator: " and "),
                    advice: "Convert them to one format: until then SQL cannot compare them as dates"))
        }
        return findings
    }
}
