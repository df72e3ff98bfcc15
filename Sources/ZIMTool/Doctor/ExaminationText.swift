extension Examination {
    /// The findings for a terminal.
    package func text(_ style: TextStyle = .plain) -> String {
        var lines = [
            style.heading(name.printable) + ": \(tables.counted("table")) and \(rows.counted("row")) checked, "
                + (findings.isEmpty ? style.good("no problems found") : findings.count.counted("finding"))
        ]
        for finding in findings {
            lines.append("")
            let mark = finding.kind.isSerious ? style.warning(finding.kind.title) : style.key(finding.kind.title)
            lines.append(mark + "  " + style.heading(finding.table.printable) + ": " + finding.message.printable)
            if let example = finding.example, !example.isEmpty { lines.append("    for example " + example.printable) }
            lines.append("    " + style.faint(finding.advice.printable))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How many findings of which kinds there are, in one line.
    package func summary(_ style: TextStyle = .plain) -> String {
        if findings.isEmpty { return style.good("No problems were found.") + "\n" }
        let kinds = Finding.Kind.allCases.compactMap { kind -> String? in
            let count = findings.count { $0.kind == kind }
            return count == 0 ? nil : "\(kind.title) \(count)"
        }
        return findings.count.counted("finding") + ": " + kinds.joined(separator: ", ")
            + ". Run zim doctor to see them.\n"
    }

    /// The findings as JSON.
    package func json() throws -> String {
        struct Report: Encodable {
            let database: String
            let tables: Int
            let rows: Int
            let findings: [Finding]
        }
        return try JSONDocument.encode(Report(database: name, tables: tables, rows: rows, findings: findings))
    }
}

extension Finding.Kind {
    /// The kind in words.
    package var title: String {
        switch self {
        case .unreadable: "cannot be read"
        case .danglingForeignKey: "dangling foreign key"
        case .orphans: "orphan rows"
        case .nullInKey: "NULL in a key"
        case .duplicateKeys: "duplicate keys"
        case .partlyNullForeignKey: "partly NULL foreign key"
        case .invalidValues: "invalid values"
        case .brokenText: "broken text"
        case .differentKinds: "keys of different types"
        case .mixedDates: "mixed dates"
        case .foreignKeyToNonUnique: "not unique"
        case .unvalidatedConstraint: "never validated"
        case .noKey: "no key"
        case .foreignKeyWithoutIndex: "no index"
        case .likelyRelationship: "likely relationship"
        }
    }
}
