import ZIMOrm

/// A relationship that nobody declared, and what the names say for it.
struct LikelyLink {
    /// What the names of the columns say, the least first.
    enum Evidence: Int, Comparable {
        /// A composite key some of whose parts the child has in a role of their own: `supply_w_id` for `w_id`.
        case qualified
        /// A composite key whose parts the child has under the same names.
        case shared
        /// The end of the parent's name, or an abbreviation of it: `blob_id` for `storage_blob`, `org_id` for
        /// `organization`.
        case ending
        /// The parent's name stands behind a role: `billing_address_id`.
        case role
        /// The parent's name, or that of its key.
        case named

        static func < (left: Evidence, right: Evidence) -> Bool { left.rawValue < right.rawValue }
    }

    let link: LinkSchema
    let evidence: Evidence
    /// What the names of a composite key's parts say, summed up.
    let score: Int
    /// Whether it points to the parent's primary key.
    let isPrimary: Bool

    /// Those that the rows agree with. Of several for the same columns the one for which names and rows say most is
    /// taken, and of several choices of columns for the same parent the one that has more rows.
    static func chosen(_ answers: [(likely: LikelyLink, answer: Probe.Answer)]) -> [(LinkSchema, Probe.Answer)] {
        let holding = answers.filter { $0.likely.holds($0.answer) }
        return holding.filter { one in
            !holding.contains { $0.likely.supersedes(one.likely, $0.answer, one.answer) }
        }.map { ($0.likely.link, $0.answer) }
    }

    /// Whether enough rows agree: nine of ten where the parent is named, and all of a few where it is not.
    private func holds(_ answer: Probe.Answer) -> Bool {
        if answer.yes == 0 { return false }
        return evidence >= .role ? answer.share >= 0.9 : answer.no == 0 && answer.yes > 3
    }

    private func supersedes(_ other: LikelyLink, _ own: Probe.Answer, _ others: Probe.Answer) -> Bool {
        let isSameParent = link.parent.name == other.link.parent.name
        if Set(link.columns) == Set(other.link.columns) {
            if isSameParent, link.references == other.link.references { return false }
            if evidence != other.evidence { return evidence > other.evidence }
            guard isSameParent else { return false }
            return own.share != others.share ? own.share > others.share : isPrimary && !other.isPrimary
        }
        // Another choice of columns for the same key. Two that say the same are two relationships: home and away.
        guard isSameParent, link.references == other.link.references, link.columns.count > 1,
            !Set(link.columns).isDisjoint(with: other.link.columns),
            (evidence, score) != (other.evidence, other.score)
        else { return false }
        if own.share != others.share { return own.share > others.share }
        return evidence != other.evidence ? evidence > other.evidence : score > other.score
    }

    static func finding(_ link: LinkSchema, _ answer: Probe.Answer, _ traits: any EngineTraits) -> Finding {
        let total = answer.yes + answer.no
        // Never rounded up to all of them.
        let percent = answer.no == 0 ? "100" : String(min(99.9, (answer.share * 1000).rounded(.down) / 10))
        return Finding(
            .likelyRelationship, link.child.name, link.columns, count: answer.yes,
            "\(link.columns.listed) probably references \(link.parent.name.printable) \(link.references.listed), but no foreign key is "
                + "declared: \(answer.yes.grouped) of \(total.counted("row")) match (\(percent) %)",
            example: answer.example.map { "no match for \($0.value) at \($0.row)" },
            advice:
                "Declare \(traits.foreignKey(link)), or use --guess with zim generate",
            sql: answer.no == 0 ? traits.sql(declaring: link) : nil)
    }
}
