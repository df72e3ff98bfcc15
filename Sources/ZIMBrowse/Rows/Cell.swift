import ZIMOrm
import ZIMTool

/// A value as a page shows it: never longer than a page can be, whatever the column holds.
struct Cell: Sendable, Hashable {
    enum Kind: Sendable, Hashable { case null, number, text, bytes, other }
    /// Pictures that browsers show and that run nothing.
    enum Picture: String, Sendable, Hashable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webp = "image/webp"
        case bmp = "image/bmp"
    }

    let kind: Kind
    /// The value, or its beginning.
    let text: String
    /// How many characters or bytes there are beyond the text.
    let hidden: Int
    /// The length of text or bytes, in bytes.
    let length: Int
    /// Whether it is text that is no UTF-8.
    let isBroken: Bool
    /// Whether it does not fit the column's declared type.
    var isInvalid = false
    var picture: Picture?
    /// The value in full as an address has it; nil where it is too long for one.
    private(set) var exact: String?

    private static let longestText = 160
    private static let longestBytes = 24

    init(_ row: Row, at index: Int) {
        switch row.storage(at: index) {
        case .null: self.init(kind: .null, text: "NULL", length: 0)
        case .integer, .real: self.init(kind: .number, text: row.value(at: index).description, length: 0)
        case .text:
            if let bytes = row.utf8(index) { self.init(text: bytes) } else { self.init(row.value(at: index)) }
        case .blob:
            if let bytes = row.blob(index) { self.init(bytes: bytes) } else { self.init(row.value(at: index)) }
        }
        if hidden == 0, length <= 160 { exact = ExactValue(row, at: index).text }
    }

    init(_ value: SQLValue) {
        switch value {
        case .null: self.init(kind: .null, text: "NULL", length: 0)
        case .integer, .real: self.init(kind: .number, text: value.description, length: 0)
        case .text(let text): self = text.withUTF8Bytes { Cell(text: $0) }
        case .typed(let typed):
            let cut = typed.text.withUTF8Bytes { Cell(text: $0) }
            self.init(
                kind: value.isNumber ? .number : .other, text: cut.text, hidden: cut.hidden, length: cut.length)
        case .blob(let bytes): self.init(bytes: bytes)
        }
    }

    private init(kind: Kind, text: String, hidden: Int = 0, length: Int, isBroken: Bool = false) {
        self.kind = kind
        self.text = text
        self.hidden = hidden
        self.length = length
        self.isBroken = isBroken
    }

    private init(text bytes: UnsafeBufferPointer<UInt8>) {
        // A few bytes are enough for the beginning; they end where a character does.
        var end = min(bytes.count, Self.longestText * 4)
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let start = UnsafeBufferPointer(rebasing: bytes[..<end])
        guard let text = String(validating: start, as: UTF8.self) else {
            self.init(
                kind: .text, text: String(decoding: start.prefix(Self.longestText), as: UTF8.self),
                hidden: max(0, bytes.count - Self.longestText), length: bytes.count, isBroken: true)
            return
        }
        let shown = String(text.prefix(Self.longestText))
        self.init(kind: .text, text: shown, hidden: max(0, bytes.count - shown.utf8.count), length: bytes.count)
    }

    private init(bytes: some Collection<UInt8>) {
        let shown = Array(bytes.prefix(Self.longestBytes))
        self.init(
            kind: .bytes, text: SQLValue.hexadecimal(shown), hidden: bytes.count - shown.count, length: bytes.count)
        picture = Self.picture(Array(bytes.prefix(12)))
    }

    /// Whether it is a text of nothing but blanks, or of nothing at all.
    var isBlank: Bool { kind == .text && hidden == 0 && text.allSatisfy(\.isWhitespace) }

    /// What the first bytes say that it is.
    static func picture(_ bytes: [UInt8]) -> Picture? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: [0x47, 0x49, 0x46, 0x38]) { return .gif }
        if bytes.starts(with: [0x52, 0x49, 0x46, 0x46]), bytes.dropFirst(8).starts(with: [0x57, 0x45, 0x42, 0x50]) {
            return .webp
        }
        if bytes.starts(with: [0x42, 0x4D]), bytes.count >= 10, bytes[6...9].allSatisfy({ $0 == 0 }) { return .bmp }
        return nil
    }
}
