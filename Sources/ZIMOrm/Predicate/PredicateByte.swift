/// The bytes that the language gives a meaning to. It is all ASCII: no byte of a longer UTF-8 sequence equals one.
extension UInt8 {
    static var dot: UInt8 { 0x2E }

    static var apostrophe: UInt8 { 0x27 }

    static var closingBracket: UInt8 { 0x5D }

    /// A letter of ASCII in lower case; another byte may become anything.
    var lowercased: UInt8 { self | 0x20 }

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isHexDigit: Bool { isDigit || (lowercased >= 0x61 && lowercased <= 0x66) }

    /// A letter of ASCII or `_`.
    var beginsName: Bool { (lowercased >= 0x61 && lowercased <= 0x7A) || self == 0x5F }

    /// That, a digit or `$`.
    var continuesName: Bool { beginsName || isDigit || self == 0x24 }
}

/// Lets a `switch` over bytes say the characters.
@inline(__always)
func ~= (pattern: Unicode.Scalar, byte: UInt8) -> Bool { pattern.value == UInt32(byte) }

/// Lets a `switch` over bytes say ranges of characters.
@inline(__always)
func ~= (pattern: ClosedRange<Unicode.Scalar>, byte: UInt8) -> Bool { pattern.contains(Unicode.Scalar(byte)) }
