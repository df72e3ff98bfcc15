import TestServer

/// Changes inputs by chance, as a seed says.
struct Mutator {
    private let corpus: [[UInt8]]
    private let words: [[UInt8]]
    private var random: SeededGenerator

    /// - Parameters:
    ///   - corpus: the inputs to begin with.
    ///   - words: what is put in here and there; what matters to the reader of the input.
    init(corpus: [[UInt8]], words: [String], seed: UInt64) {
        self.corpus = corpus.isEmpty ? [[]] : corpus
        self.words = (words + Self.everywhere).map { Array($0.utf8) }
        random = SeededGenerator(seed: seed)
    }

    /// What readers stumble over everywhere.
    private static let everywhere = [
        "", "\0", "'", "\"", "`", "\\", "%", "--", "/*", ";", "\n", "\r\n", "\u{FEFF}", "\u{202E}", "é", "e\u{301}",
        "🏳️‍🌈",
        "\u{FFFF}", "0", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e309", "NaN",
        "(((",
        ")))",
    ]

    mutating func next() -> [UInt8] {
        var bytes = random.pick(corpus)
        for _ in 0...random.below(5) { change(&bytes) }
        return bytes.count > 100_000 ? Array(bytes.prefix(100_000)) : bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let position = random.below(bytes.count + 1)
        let length = random.below(min(bytes.count - position, 40) + 1)
        switch random.below(10) {
        case 0 where position < bytes.count: bytes[position] ^= 1 << UInt8(random.below(8))
        case 1 where position < bytes.count: bytes[position] = UInt8(random.below(256))
        case 2: bytes.removeSubrange(position..<(position + length))
        case 3: bytes.insert(contentsOf: bytes[position..<(position + length)], at: position)
        case 4: bytes.insert(contentsOf: (0..<random.below(8)).map { _ in UInt8(random.below(256)) }, at: position)
        case 5:
            let other = random.pick(corpus)
            bytes.replaceSubrange(position..., with: other[random.below(other.count + 1)...])
        case 6: bytes.removeSubrange(position...)
        case 7:
            // Deep or long where a reader might go down or along without an end.
            let piece = random.chance(50) ? random.pick(words) : Array(bytes[position..<(position + length)])
            for _ in 0..<random.pick([2, 10, 100, 1000]) { bytes.insert(contentsOf: piece, at: position) }
        default:
            bytes.replaceSubrange(position..<(position + (random.chance(50) ? length : 0)), with: random.pick(words))
        }
    }
}
