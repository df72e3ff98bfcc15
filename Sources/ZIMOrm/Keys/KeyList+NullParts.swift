import ZIMDb

extension KeyList {
    /// Appends a key part by part; where one is NULL, or throws, nothing is appended.
    ///
    /// - Returns: whether the key is whole.
    @inline(__always)
    mutating func append(part: (Int) throws -> SQLValue) rethrows -> Bool {
        let start = values.count
        do {
            for index in 0..<width {
                let value = try part(index)
                if value.isNull {
                    values.removeLast(values.count - start)
                    return false
                }
                values.append(value)
            }
        } catch {
            values.removeLast(values.count - start)
            throw error
        }
        count += 1
        return true
    }
}
