import ZIMDb

extension Query {
    /// Runs a statement over the query's table.
    func run<T>(_ rendered: RenderedSQL, _ body: (Statement) throws -> T) throws -> T {
        try run(session.compiled(rendered.sql, for: plan), rendered.parameters, body)
    }

    /// Runs a statement of the query for whole rows.
    func run<T>(_ statement: SelectStatement, _ query: QueryStatement, _ body: (Statement) throws -> T) throws -> T {
        if let known = plan.queryTexts.text(of: statement), let parameters = known.parameters.bound(in: plan.dialect),
            plan.canBind(parameters)
        {
            return try run(session.compiled(known.text, for: plan), parameters, body)
        }
        let rendered = try query.rendered(statement)
        plan.queryTexts.keep(rendered.sql, of: statement)
        return try run(rendered, body)
    }

    private func run<T>(
        _ statement: Statement, _ parameters: [SQLValue], _ body: (Statement) throws -> T
    ) throws -> T {
        try session.run(statement) { statement in
            try session.bind(parameters, to: statement)
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
