import ZIMOrm

/// Leads from a row to the one that it belongs to.
struct FollowPage {
    let world: World

    func response(in session: Session) throws -> WebResponse {
        let relation = try Selection.Relation(world.request, in: world.catalog)
        let selection = Selection(relation)
        var reader = RowReader(selection.table, world.catalog, asksForParents: false)
        let statement = reader.select(try selection.statement(in: world.catalog)).limit(2)
        var rows: [RowReader.ReadRow] = []
        try session.inBox(World.boxTime) { try $0.forEachRow(statement) { rows.append(reader.read($0)) } }
        guard let first = rows.first else {
            throw PageProblem(
                "no row is there that it points to: it is an orphan, or its key is NULL in a part", .notFound,
                relation.words)
        }
        guard rows.count == 1, let address = first.address else {
            return WebResponse(redirectingTo: relation.address.with(.via, all: world.request.all(.via)))
        }
        return WebResponse(
            redirectingTo: Address.row(selection.table.name, address).with(.via, all: world.request.all(.via)))
    }
}
