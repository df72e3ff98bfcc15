import ZIMOrm

extension CopyPlan {
    /// The tables with their types, for people.
    package func text(_ style: TextStyle = .plain) -> String {
        var text = ""
        for table in tables {
            let name = finalName(of: table)
            text += style.heading(table.source.name.printable)
            if name != table.source.name { text += "  → " + style.heading(name.printable) }
            text += "  " + table.rows.counted("row") + "\n"
            let width = table.columns.map { $0.source.name.printable.displayWidth }.max() ?? 0
            let types = table.columns.map { $0.source.type.isEmpty ? "no type" : $0.source.type }
            let typeWidth = types.map(\.displayWidth).max() ?? 0
            for (column, type) in zip(table.columns, types) {
                text +=
                    "  " + column.source.name.printable.padded(to: width) + "  " + type.printable.padded(to: typeWidth)
                if column.typing.type != nil { text += "  → " + column.typing.name(in: target) }
                if let name = column.newName { text += ", called " + name.printable }
                text += "\n"
            }
        }
        return text
    }

    /// What is left out or becomes something else, a line each.
    package func notesText(_ style: TextStyle = .plain) -> String {
        notes.map { style.key("note") + "  " + $0.description + "\n" }.joined()
    }
}

extension CopyRefusal {
    /// What does not fit, and what can be done.
    package func text(_ style: TextStyle = .plain, report: String? = nil) -> String {
        let kept = refused < count ? ", \(refused.grouped) of which --on-invalid does not handle" : ""
        var text = style.warning("\(count.counted("invalid value"))\(kept); nothing was copied") + "\n"
        for invalidValue in first { text += "  " + invalidValue.text + "\n" }
        if count > first.count {
            text += "  and \((count - first.count).grouped) more"
            text += report.map { ", all of them in \($0)\n" } ?? "; --report FILE writes all of them\n"
            for place in byColumn { text += "  \(place.count.grouped)  \(place.name.printable)\n" }
        }
        let others = kept.isEmpty ? "--on-invalid widen, null or skip" : "another --on-invalid"
        text += "--type TABLE.COLUMN=TYPE chooses another type, \(others) what becomes of them\n"
        return text
    }
}

extension CopyReport {
    /// What was copied, in a few lines.
    package func text(from source: String, to target: String, _ style: TextStyle = .plain) -> String {
        var text = notes.map { style.key("note") + "  " + $0.description + "\n" }.joined()
        if invalidValues > 0 {
            text += style.key("note") + "  \(invalidValues.counted("invalid value")) handled by --on-invalid"
            text += skippedRows > 0 ? "; \(skippedRows.counted("row")) left out\n" : "\n"
        }
        if resumedRows > 0 { text += "\(resumedRows.counted("row")) copied by an earlier run\n" }
        text +=
            "\(source) → \(target): \(tables.count.counted("table")), \(rows.counted("row")) in \(Self.words(elapsed))"
        text += ", \(Int(rowsPerSecond).grouped) rows a second while copying; "
        text += style.good("counts and checksums agree") + "\n"
        return text
    }

    /// The checksum of each table.
    package func tablesText(_ style: TextStyle = .plain) -> String {
        let width = tables.map { $0.name.printable.displayWidth }.max() ?? 0
        let digits = tables.map { $0.rows.grouped.count }.max() ?? 0
        return tables.map { table in
            table.name.printable.padded(to: width) + "  " + table.rows.grouped.padded(to: digits, right: true) + "  "
                + style.faint(table.checksum) + "\n"
        }.joined()
    }

    private static func words(_ duration: Duration) -> String {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        if seconds >= 100 { return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s" }
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

extension ToolError {
    static func isNotEmpty(_ place: String, _ tables: [String]) -> ToolError {
        ToolError(
            "\(place) is not empty: it has \"\(tables[0])\"\(tables.count > 1 ? " and \(tables.count - 1) more" : "")",
            "--into-existing copies beside its tables")
    }
}
