extension CreateTriggerStatement {
    /// - Throws: ``SQLBuildError`` if the name, the event, the table or the body are missing.
    public func write(to writer: inout SQLWriter) throws {
        guard let event, let table else {
            throw SQLBuildError(
                .incomplete, "a CREATE TRIGGER has no event", hint: "Add onInsert, onUpdate or onDelete")
        }
        let hasBody = writer.features.contains(.triggerBody)
        guard !body.isEmpty || (!hasBody && function != nil) else {
            throw SQLBuildError(.incomplete, "a CREATE TRIGGER does nothing", hint: "Add perform(_:)")
        }
        guard function == nil || (!hasBody && body.isEmpty) else {
            throw SQLBuildError(
                .unsupported, "\(writer.dialect.name) cannot call this function", hint: "Use either perform or execute")
        }
        try writer.inlined { writer in
            if !hasBody, function == nil { try writeFunction(ownFunction(of: table), to: &writer) }
            try writeHead(event, table, to: &writer)
            if hasBody {
                writer.put(" BEGIN ")
                try writeBody(to: &writer)
                writer.put("END")
            } else {
                writer.put(" EXECUTE FUNCTION ")
                try writer.table(function ?? ownFunction(of: table), of: "the function of a CREATE TRIGGER")
                writer.put("()")
            }
        }
    }

    private func writeHead(_ event: Event, _ table: SQLTable, to writer: inout SQLWriter) throws {
        writer.put("CREATE ")
        if isTemporary {
            try writer.require(.triggerBody, "temporary triggers", hint: "Drop the trigger when it is done")
            writer.put("TEMPORARY ")
        }
        writer.put("TRIGGER ")
        if isConditional {
            try writer.require(
                .ifNotExistsEverywhere, "CREATE TRIGGER IF NOT EXISTS", hint: "Drop it first with ifExists()")
            writer.put("IF NOT EXISTS ")
        }
        try writer.table(name, of: "a CREATE TRIGGER")
        writer.put(" ")
        if timing == .insteadOf {
            try writer.refuseOnMySQL("INSTEAD OF", hint: "Make a trigger of the table below the view")
        }
        writer.raw((timing ?? .before).rawValue)
        switch event {
        case .delete: writer.put(" DELETE")
        case .insert: writer.put(" INSERT")
        case .update(let columns):
            writer.put(" UPDATE")
            if !columns.isEmpty {
                try writer.refuseOnMySQL(
                    "UPDATE OF", hint: "Leave the columns out, and compare OLD and NEW in the statements' conditions")
                writer.put(" OF ")
                writer.identifiers(columns)
            }
        }
        writer.put(" ON ")
        try table.write(to: &writer)
        writer.put(" FOR EACH ROW")
        if !conditions.isEmpty {
            try writer.refuseOnMySQL("WHEN of a trigger", hint: "Put the condition into the statements")
            writer.put(" WHEN (")
            try rows(&writer) { try $0.conditions(conditions) }
            writer.put(")")
        }
    }

    private func writeBody(to writer: inout SQLWriter) throws {
        for action in body {
            try rows(&writer) { writer in
                // PL/pgSQL wants to be told that nobody takes the rows.
                guard case .select = action, !writer.features.contains(.triggerBody) else {
                    return try action.write(to: &writer)
                }
                writer.put("PERFORM * FROM (")
                try action.write(to: &writer)
                writer.put(") AS zim_rows")
            }
            writer.put("; ")
        }
    }

    /// Writes with OLD and NEW meaning the two rows: PostgreSQL knows them in lower case only.
    private func rows(_ writer: inout SQLWriter, _ body: (inout SQLWriter) throws -> Void) rethrows {
        writer.lowersRowNames = !writer.features.contains(.triggerBody)
        try body(&writer)
        writer.lowersRowNames = false
    }

    /// What the function of the trigger is called: triggers of two tables may have one name, and a function of the
    /// program's own may have it, too.
    private func ownFunction(of table: SQLTable) -> SQLTable? {
        guard let trigger = name?.lastName, let last = table.lastName else { return name }
        // A dot that is part of a name is written twice, so that no two triggers share a name.
        let whole = [last, trigger].map { $0.replacing(".", with: "..") }.joined(separator: ".")
        var function = "zim_" + whole
        if function.utf8.count > 63 {
            let hash = whole.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            function = "zim_" + String(hash, radix: 16)
        }
        return SQLTable(.identifier(SQLIdentifier(parts: table.parts.dropLast() + [function])))
    }

    /// Writes the function that PostgreSQL wants in place of a body.
    private func writeFunction(_ name: SQLTable?, to writer: inout SQLWriter) throws {
        var inner = SQLWriter(for: writer.dialect, inlinesValues: true)
        try writeBody(to: &inner)
        let result = event == .delete && timing != .after ? "OLD" : "NEW"
        let text = "BEGIN \(try inner.finish().sql)RETURN \(result); END"
        var tag = "$zim$"
        while text.contains(tag) { tag = "$zim" + tag.dropFirst() }
        writer.put("CREATE OR REPLACE FUNCTION ")
        try writer.table(name, of: "a CREATE TRIGGER")
        writer.put("() RETURNS trigger LANGUAGE plpgsql AS ")
        writer.raw(tag + text + tag + "; ")
    }
}
