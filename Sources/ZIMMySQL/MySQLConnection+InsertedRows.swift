#if MySQL
    import ZIMDb

    extension MySQLConnection {
        func insertedRowIDs(count: Int) throws -> [Int64]? {
            let first = lastInsertedRowID
            guard let text = try ask("SELECT @@SESSION.auto_increment_increment").first?.first ?? nil,
                let step = Int64(text), step > 0, first > 0,
                case (let span, false) = step.multipliedReportingOverflow(by: Int64(count - 1)),
                case (let last, false) = first.addingReportingOverflow(span)
            else { return nil }
            return Array(stride(from: first, through: last, by: Int64.Stride(step)))
        }
    }
#endif
