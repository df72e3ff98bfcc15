import ZIMDb

extension Model {
    /// The models of a relationship that the class declares, by its name; at most one for belongsTo and hasOne.
    ///
    /// ```swift
    /// let lines = try order.related("lines", as: OrderLine.self)
    /// ```
    ///
    /// - Throws: ``ModelError`` with code unknownRelationship if the class declares none of that name, or it leads to
    ///   another class.
    public final func related<Other: Model>(
        _ name: String, as type: Other.Type, options: [RelationshipOption] = []
    ) throws -> [Other] {
        let relationship = try currentMapping().relationship(name)
        guard relationship.target is Other.Type else {
            throw try relationship.leadsElsewhere(than: type, table: currentMapping().table)
        }
        return try related(
            RelationRequest(relationship), relationship.target, relationship.join?.type, options
        ).models.cast()
    }
}
