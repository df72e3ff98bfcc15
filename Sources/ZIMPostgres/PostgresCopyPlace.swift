#if PostgreSQL
    /// Where COPY has found what it does not take, as the context of its error says it.
    ///
    /// ```
    /// COPY measure, line 3, column small: "70000"
    /// ```
    struct PostgresCopyPlace: Equatable {
        let table: String
        /// The number of the row, from 1.
        let row: Int
        /// nil where it is about the whole row.
        let column: String?

        /// nil for a context of something else, or in another language.
        init?(_ context: String) {
            guard let line = context.split(separator: "\n").first(where: { $0.hasPrefix("COPY ") }).map(String.init),
                let mark = line.firstRange(of: ", line ")
            else { return nil }
            table = String(line[..<mark.lowerBound].dropFirst(5))
            let behind = line[mark.upperBound...]
            let digits = behind.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits) else { return nil }
            row = number
            let rest = String(behind.dropFirst(digits.count))
            guard let name = rest.firstRange(of: ", column "), name.lowerBound == rest.startIndex else {
                column = nil
                return
            }
            // What follows is the value, which may be nobody else's business.
            let text = String(rest[name.upperBound...])
            column = text.firstRange(of: ": ").map { String(text[..<$0.lowerBound]) } ?? text
        }

        func words(behind rows: Int) -> String {
            " (row \(rows + row) of \"\(table)\"" + (column.map { ", column \"\($0)\")" } ?? ")")
        }
    }
#endif
