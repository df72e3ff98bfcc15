extension SQLValue {
    /// What is bound for the value; nil for a number of more digits than the engine's decimal numbers have.
    func bound(_ features: SQLFeatures) -> SQLValue? {
        guard features.contains(.typedOperands), case .typed(let value) = self else { return asStored }
        switch value.type {
        case Self.decimalOperand:
            return value.fitsDecimal ? .typed(SQLTypedText(value.text, type: "decimal")) : nil
        case Self.dateOperand, "timestamptz":
            guard value.engine == nil, value.text.hasSuffix("Z") else { return self }
            // MySQL knows from what stands beside a parameter what it is, and stores no fraction of a point in time in a text.
            let isText = features.contains(.typedParameters) && !value.text.hasSuffix(".000Z")
            return .typed(SQLTypedText(value.text, type: isText ? "datetime" : "datetime(6)"))
        default: return self
        }
    }
}

extension [SQLValue] {
    /// What is bound for the values in a dialect; nil where it has no such value.
    package func bound(in dialect: any SQLDialect) -> [SQLValue]? {
        let isTyped = contains { if case .typed = $0 { true } else { false } }
        guard isTyped else { return self }
        let features = dialect.features
        let bound = compactMap { $0.bound(features) }
        return bound.count == count ? bound : nil
    }
}

extension SQLTypedText {
    /// Whether MySQL and MariaDB can hold the digits of a parameter: 65 before the point, and all in nine numbers of nine digits,
    /// before and behind the point. Of more they would make another number.
    package var fitsDecimal: Bool {
        let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "."))
        return parts.first.map { $0.count <= 65 } ?? false && parts.reduce(0) { $0 + ($1.count + 8) / 9 } <= 9
    }
}
