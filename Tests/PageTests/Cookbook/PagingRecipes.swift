import ZIMOrm

extension Cookbook {
    static let paging: [Recipe] = [
        Recipe("Order by two columns") { session in
            // recipe
            let some = try session.query(Article.self).orderBy(\.stock, ascending: false).orderBy(\.name).all()
            // end
            _ = some
        },
        Recipe("Order by the key") { session in
            // recipe
            let all = try session.query(OrderLine.self).orderByKey().all()
            // end
            _ = all
        },
        Recipe("The first few", "The key completes the order, so that the same rows come each time.") { session in
            // recipe
            let top = try session.query(OrderLine.self).orderBy(\.quantity, ascending: false).limit(3).all()
            // end
            _ = top
        },
        Recipe("A page by number") { session in
            // recipe
            let page = try session.query(OrderLine.self).orderByKey().limit(2).offset(2).all()
            // end
            _ = page
        },
        Recipe(
            "The page behind a row", "As fast on the last page as on the first."
        ) {
            session in
            // recipe
            let first = try session.query(OrderLine.self).orderBy(\.quantity).limit(2).all()
            guard let last = first.last else { return }
            let next = try session.query(OrderLine.self).orderBy(\.quantity).limit(2).after(last).all()
            // end
            _ = next
        },
        Recipe("Go through all rows without keeping them") { session in
            // recipe
            var total = 0
            try session.query(OrderLine.self).forEach { total += $0.quantity }
            // end
            _ = total
        },
        Recipe("Order by a column of another table", "The relationship has a name in `relationships`.") { session in
            // recipe
            let orders = try session.query(Order.self).orderBy("salesperson.name").all()
            // end
            _ = orders
        },
    ]
}
