import ZIMOrm

/// The order in which views are made: those that others read come first.
enum ReadingOrder {
    /// The positions of views in that order.
    ///
    /// - Parameter views: the name of each, and the names that its query has.
    static func sorted(_ views: [(name: String, reads: Set<ExactName>)]) -> [Int] {
        let positions = Dictionary(grouping: views.indices) { ExactName(views[$0].name) }
        return ParentsFirst.order(
            views.map { view in
                let others = view.reads.lazy.filter { !$0.text.hasSameBytes(as: view.name) }
                return Set(others.flatMap { positions[$0, default: []] })
            })
    }
}
