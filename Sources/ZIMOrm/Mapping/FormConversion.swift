import Foundation
import ZIMDb

/// What a column's type makes of the values that a declared form writes: engines convert them without an error.
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 3
enum FormConversion: Sendable, Hashable {
    /// Texts become the numbers that they are: `'20240101'` is 20240101 in an INTEGER column.
    case numbers
    /// Numbers become texts: 1 is `'1'` in a TEXT column.
    case texts(isServer: Bool)
    /// The words for true and false become these.
    case booleans

    init?(_ affinity: ColumnAffinity?) {
        switch affinity {
        case .integer, .numeric, .real: self = .numbers
        case .text: self = .texts(isServer: false)
        // Such a column keeps the one beside the other.
        case .blob, nil: return nil
        }
    }

    init?(_ held: HeldKind, declared: String) {
        switch held {
        case .integer, .float, .double, .decimal: self = .numbers
        case .text: self = .texts(isServer: true)
        case .typed where declared.lowercased() == "boolean": self = .booleans
        case .bytes, .timestamp, .day, .typed: return nil
        }
    }

    /// Whether it concerns what a form writes, and this can be told from what the column holds.
    func concerns(_ form: ColumnForm) -> Bool {
        switch (self, form.kind) {
        case (.numbers, .date(let format)): format.digits(of: 0) != nil
        case (.numbers, .bool(.words)), (.numbers, .decimal(.text)), (.booleans, .bool(.words)): true
        case (.texts, .bool(.integer)), (.texts, .decimal(.number)): true
        default: false
        }
    }

    /// The value that the form has written, where what the column holds of it leaves no doubt.
    ///
    /// - Parameter rewritten: what the form writes of a property that reads such a value.
    func written(
        _ stored: SQLValue, in form: ColumnForm, _ rewritten: (SQLValue) throws -> SQLValue
    ) -> SQLValue? {
        switch (self, form.kind, stored) {
        case (.texts, .bool(.integer), "1"): return 1
        case (.texts, .bool(.integer), "0"): return 0
        case (.texts(let isServer), .decimal(.number), .text(let text)):
            let number =
                (try? Int64(column: stored)).map { SQLValue.integer($0) }
                ?? (try? Double(column: stored)).map { SQLValue.real($0) }
            // '12' is found by 12, and not by 12.0, which SQLite writes as '12.0'.
            guard let number, let value = try? rewritten(number) else { return nil }
            let isWritten = isServer ? NumberText.isServer(text, of: value) : NumberText.sqlite(of: value) == text
            return isWritten ? value : nil
        case (.texts, _, _), (_, _, .text): return nil
        case (.numbers, .date(let format), _):
            return (try? Int64(column: stored)).flatMap { format.digits(of: $0) }.map { .text($0) }
        case (.numbers, .decimal(.text(let scale)), _):
            return (try? ColumnForm.text(of: Decimal(column: stored), scale)).map { .text($0) }
        case (.numbers, .bool(.words(let yes, let no)), _):
            guard let number = (try? Decimal(column: stored)).flatMap({ DecimalNumber($0.description) }) else {
                return nil
            }
            // Of '1' and '01' it would be either.
            let words = [yes, no].filter { DecimalNumber($0, trimming: .whitespace) == number }
            return words.count == 1 ? words.first.map { .text($0) } : nil
        case (.booleans, .bool(.words(let yes, let no)), _):
            return (try? Bool(column: stored)).map { .text($0 ? yes : no) }
        default: return nil
        }
    }
}

extension ColumnForm {
    /// Whether a column's type may convert what is written in it.
    var mayBeConverted: Bool {
        switch kind {
        case .date(let format): format.digits(of: 0) != nil
        case .bool, .decimal: true
        case .uuid: false
        }
    }
}

/// A property whose column's type converts what its form writes.
final class ConvertedFormField: WrappingField {
    private let own: FormConversion
    private let declared: ColumnForm

    init(_ base: Field, _ form: ColumnForm, _ conversion: FormConversion) {
        own = conversion
        declared = form
        super.init(base)
    }

    override var form: ColumnForm? { declared }
    override var conversion: FormConversion? { own }
    override var offset: Int? { base.offset }

    override func decode(_ value: SQLValue) throws -> SQLValue {
        own.written(value, in: declared) { try base.normalized($0) } ?? value
    }
    override func value(of model: Model) throws -> SQLValue { try base.value(of: model) }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        // The digits of a day are no seconds since 1970.
        if case .date = declared.kind { return try base.normalized(decode(value)) }
        return try base.normalized(value)
    }
}

extension Field {
    /// The field for a column whose type converts what this one's form writes; nil if it is not so.
    func converted(_ conversion: FormConversion?) -> Field? {
        guard mayDifferOnTable, let conversion, let form, conversion.concerns(form) else { return nil }
        return ConvertedFormField(self, form, conversion)
    }
}
