import ZIMOrm

/// A migration that is not yet a file: statements, each with what a person should know before it runs.
package struct MigrationDraft: Sendable {
    struct Step: Sendable {
        let note: String?
        let sql: String
    }

    /// Whether foreign keys must be switched off, see `Migration.rebuildingTables()`.
    var isRebuilding = false
    private(set) var steps: [Step] = []
    /// What differs and stays as it is, and what a person must decide.
    package private(set) var notes: [String] = []
    /// How many statements take rows or values away.
    package private(set) var losses = 0

    package var isEmpty: Bool { steps.isEmpty }

    /// - Parameter loses: whether values are gone behind it.
    mutating func add(_ sql: String, note: String? = nil, loses: Bool = false) {
        if loses { losses += 1 }
        steps.append(Step(note: note, sql: sql))
    }

    mutating func note(_ text: String) { notes.append(text) }

    /// The file: the first line is a mark for the migrator where foreign keys must be off.
    package func text(_ title: String, from base: String, to wanted: String) -> String {
        var lines = isRebuilding ? ["-- zim: rebuild tables"] : []
        lines += [
            "-- \(title.printable)",
            "-- Written by zim: makes the schema of \(wanted.printable) of that of \(base.printable). Review it before you run it.",
        ]
        lines += notes.map { "-- Not in this migration: " + $0.printable }
        for step in steps {
            lines.append("")
            if let note = step.note { lines += note.split(separator: "\n").map { "-- " + String($0).printable } }
            lines.append(step.sql + ";")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Plans the statements that make one schema of another.
protocol MigrationPlan {
    var draft: MigrationDraft { get set }
    mutating func plan()
}

extension MigrationPlan {
    func planned(noting notes: [String] = []) -> MigrationDraft {
        var plan = self
        for note in notes { plan.draft.note(note) }
        plan.plan()
        return plan.draft
    }
}
