extension Row {
    /// The value of a column where an engine other than SQLite has it in memory; nil outside of the row.
    @inline(__always)
    func engineCell(_ index: Int) -> EngineCell? {
        guard let cells = statement.cells, index >= 0, index < statement.cellCount else { return nil }
        return cells[index]
    }

    /// The bytes of text that an engine other than SQLite holds.
    @usableFromInline
    func utf8Elsewhere(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let cell = engineCell(index), cell.form == .text || cell.form == .paddedText else {
            return nil
        }
        return cell.bytes.assumingMemoryBound(to: UInt8.self)
    }

    /// The bytes of a blob that an engine other than SQLite holds.
    @usableFromInline
    func blobElsewhere(_ index: Int) -> UnsafeRawBufferPointer? {
        guard let cell = engineCell(index), cell.form == .bytes else { return nil }
        return cell.bytes
    }

    @usableFromInline
    func isTextElsewhere(_ index: Int) -> Bool { utf8Elsewhere(index) != nil }

    /// The value of a column as all types but those of texts read it: without the blanks with which a server has filled it up.
    package func unpadded(_ index: Int) -> SQLValue {
        let value = value(at: index)
        guard case .text(let text) = value, text.utf8.last == UInt8(ascii: " "), engineCell(index)?.form == .paddedText
        else { return value }
        return .text(text.withoutBlanksAtEnd)
    }

    /// Whether the column's type is one of truth values, which SQLite does not have.
    package func isBool(_ index: Int) -> Bool { engineCell(index)?.form == .bool }
}

extension String {
    /// The text that a column of a fixed length keeps of it.
    package var withoutBlanksAtEnd: String {
        String(
            decoding: utf8.prefix(utf8.count - utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count), as: UTF8.self)
    }
}
