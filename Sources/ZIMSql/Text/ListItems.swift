extension [SQLToken] {
    /// The parts of a list in parentheses, as a CREATE TABLE has one, and the position behind it.
    ///
    /// - Parameter open: the position of the parenthesis that opens it.
    package func items(behind open: Int) -> (items: [[SQLToken]], end: Int) {
        var items: [[SQLToken]] = []
        var item: [SQLToken] = []
        var depth = 0
        for index in indices[(open + 1)...] {
            let text = self[index].text
            if depth == 0, text == "," || text == ")" {
                items.append(item)
                item = []
                if text == ")" { return (items, index + 1) }
                continue
            }
            if text == "(" { depth += 1 }
            if text == ")" { depth -= 1 }
            item.append(self[index])
        }
        return (items, count)
    }
}
