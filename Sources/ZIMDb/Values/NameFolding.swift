extension String {
    /// Whether a database takes both for one name: the letters A to Z are the same as a to z, all others differ.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html>, section 7, NOCASE
    package func isSameName(as other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.foldedASCII == $1.foldedASCII }
    }

    /// The name with the letters A to Z as a to z.
    package var foldedName: [UInt8] { utf8.map(\.foldedASCII) }
}

extension UInt8 {
    fileprivate var foldedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
