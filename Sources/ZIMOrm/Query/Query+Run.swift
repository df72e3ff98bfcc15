import ZIMDb

extension Query {
    /// Runs a statement over the query's table.
    func run<T>(_ rendered: RenderedSQL, _ body: (Statement) throws -> T) throws -> T {
        try session.run(session.compiled(rendered.sql, for: plan)) { statement in
            try session.bind(rendered.parameters, to: statement)
            return try body(statement)
        }
    }

    /// Runs the query for whole rows.
    func run<T>(_ query: QueryStatement, _ body: (Statement) throws -> T) throws -> T {
        let statement = try query.selection()
        guard let known = plan.queryTexts.text(of: statement), plan.canBind(known.parameters) else {
            let rendered = try query.rendered(statement)
            plan.queryTexts.keep(rendered.sql, of: statement)
            return try run(rendered, body)
        }
        return try session.run(session.compiled(known.text, for: plan)) { statement in
            try session.bind(known.parameters, to: statement)
            return try body(statement)
        }
    }
}

extension TablePlan {
    /// Whether rendering would not refuse the values.
    fileprivate func canBind(_ parameters: [SQLValue]) -> Bool {
        dialect.features.contains(.nulInText)
            || !parameters.contains {
                if case .text(let text) = $0 { return text.utf8.contains(0) }
                return false
            }
    }
}
