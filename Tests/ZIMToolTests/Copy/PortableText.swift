import ZIMSql

@testable import ZIMTool

extension PortableExpression {
    /// As a text says it.
    init(
        _ text: String, from source: CopyEngine, to target: CopyEngine, columns: [String]
    ) throws(Failure) {
        let tokens = SQLTokenizer(text, rules: source.traits.rules).tokens.filter { !$0.isSpace }
        try self.init(tokens, from: source, to: target, columns: columns)
    }
}

extension PortableDefault {
    /// Of a column that holds values of one kind.
    static func value(
        _ text: String, from source: CopyEngine, to target: CopyEngine, kind: CopyKind
    ) throws(Failure) -> SQLDefaultValue? {
        let reader = ColumnReader(kind: kind, dates: nil, isPadded: false)
        return try value(text, from: source, to: target, reader: reader).value
    }
}
