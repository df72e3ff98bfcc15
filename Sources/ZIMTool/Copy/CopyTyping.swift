import ZIMOrm
import ZIMSql

/// What the copy makes of a column: the meaning of its values, and the type that it gets at the other end.
struct CopyTyping: Hashable, Sendable {
    var kind: CopyKind
    /// nil for a column that is made by its own definition.
    var type: SQLDataType?
    /// What somebody should know who did not expect it.
    var note: String?

    init(_ kind: CopyKind, _ type: SQLDataType?, note: String? = nil) {
        self.kind = kind
        self.type = type
        self.note = note
    }

    /// The type as the target's engine calls it.
    func name(in engine: CopyEngine) -> String {
        type.map { engine.traits.dialect.typeName($0) } ?? "the same"
    }

    /// The next type that holds all that this one holds, and more; nil where there is none.
    func wider(in engine: CopyEngine) -> CopyTyping? {
        let wider: CopyKind
        switch kind {
        case .integer(2): wider = .integer(4)
        case .integer(4): wider = .integer(8)
        case .integer, .unsigned, .decimal: wider = engine.traits.wider(number: kind)
        case .date: wider = .timestamp
        case .text(.some), .boolean, .real, .number, .timestamp, .instant, .time, .span, .uuid, .json:
            wider = .text(nil)
        case .text, .bytes: wider = .anyBytes
        case .anyBytes, .printed, .stored: return nil
        }
        return engine.traits.typing(of: CopyOrigin(wider))
    }
}
