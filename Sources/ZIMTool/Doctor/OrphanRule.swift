import ZIMOrm

/// Rows whose foreign key references no row: orphans, and keys that are NULL in part.
struct OrphanRule {
    let link: LinkSchema

    func orphans(_ answer: Probe.Answer) -> Finding {
        let total = answer.yes + answer.no
        var finding = Finding(
            .orphans, link.child.name, link.columns, count: answer.no,
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

    func partlyNull(_ answer: Probe.Answer) -> Finding {
        Finding(
            .partlyNullForeignKey, link.child.name, link.columns, count: answer.no,
            "\(answer.no.counted("row")) \(answer.no == 1 ? "has" : "have") NULL in part of the foreign key "
                + "\(link.columns.listed) to \(link.parent.name.printable), so it references no row",
            example: answer.example.map { "\($0.value) at \($0.row)" },
            advice: "Set all of its columns, or set all to NULL")
    }
}
