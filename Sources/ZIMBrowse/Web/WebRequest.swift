/// What a page is asked for: its name and its parameters.
struct WebRequest: Sendable {
    let page: String
    private let parameters: [(name: String, value: String)]

    /// - Parameters:
    ///   - page: what stands behind the token, `table`.
    ///   - query: what stands behind the question mark, as a browser has written it.
    init(page: String, query: String) {
        self.page = page
        parameters = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The request for a link, as a browser would send it.
    init(_ address: Address) {
        let text = address.text
        let parts = text.split(separator: "?", maxSplits: 1)
        self.init(page: address.page.rawValue, query: parts.count > 1 ? String(parts[1]) : "")
    }

    subscript(name: Address.Parameter) -> String? { parameters.first { $0.name == name.rawValue }?.value }

    func all(_ name: Address.Parameter) -> [String] { parameters.filter { $0.name == name.rawValue }.map(\.value) }

    /// A name of the database, which is encoded within the parameter.
    func name(_ name: Address.Parameter) -> String? { self[name].flatMap { AddressText.decode($0) } }

    /// A number that is not negative; nil where there is none.
    func number(_ name: Address.Parameter) -> Int? { self[name].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }

    /// Undoes the encoding of forms. What is not valid UTF-8 is replaced: no link of ours holds such text.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(0x20)
            } else if byte == UInt8(ascii: "%"), rest.count >= 2,
                let high = AddressText.value(rest[rest.startIndex]),
                let low = AddressText.value(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
