import ZIMOrm

/// Chooses the Swift type of a column by what it was declared as and what it holds: a type that reads all of it, and that
/// writes it as it was written.
struct ColumnTyping {
    let table: TableSchema
    let profile: TableProfile
    /// Columns of keys, on either side of a relationship: what they hold must be found again as it is.
    let keyColumns: Set<String>
    /// Key columns that hold NULL although they should not.
    let nullKeys: Set<String>
    /// The key that the database gives to new rows.
    let givenKey: String?
    let settings: GeneratorSettings.Table
    let rules: SQLLexicalRules

    func type(of column: ColumnSchema) -> SwiftType {
        let own = settings.column(column.name)
        var type = own.type.map { SwiftType(name: $0) } ?? chosen(column)
        if type.name == "Date", own.type != nil {
            type.dateFormat = chosenDate(profile[column.name], column)?.dateFormat
        }
        // What a new value of another person's type is, is not known.
        type.isOptional = own.optional ?? (isOptional(column, type) || type.emptyValue == nil)
        // It holds NULL itself.
        if type.name == "SQLValue" { type.isOptional = false }
        return type
    }

    /// Whether the database gives it, so that a new model has none: another number for each row, or a default that is no
    /// literal of the type.
    private func isGiven(_ column: ColumnSchema, _ type: SwiftType) -> Bool {
        isCounted(column) || hasOwnDefault(column, type)
    }

    private func isCounted(_ column: ColumnSchema) -> Bool {
        column.name == givenKey || column.identity != nil || column.sequence != nil
    }

    /// The value of the property in a new model, as Swift text; nil where that is nil.
    func initialValue(of column: ColumnSchema, _ type: SwiftType) -> String? {
        if !isCounted(column), let sql = column.defaultValue,
            let literal = DefaultLiteral.swift(sql, for: type, rules: rules)
        {
            return literal
        }
        // Who says that another type is no optional gives it an initialiser.
        return type.isOptional ? nil : type.emptyValue ?? "\(type.name)()"
    }

    /// Whether nil in a new row is the column's default; a key or an identity that the database gives goes without saying.
    func takesDefault(_ column: ColumnSchema, _ type: SwiftType) -> Bool {
        type.holdsNull && column.identity == nil && column.name != givenKey && hasOwnDefault(column, type)
    }

    /// Whether its default is no literal of the type, so that only the database gives it.
    private func hasOwnDefault(_ column: ColumnSchema, _ type: SwiftType) -> Bool {
        guard let sql = column.defaultValue, !column.isGenerated, table.kind == .table else { return false }
        return ConstantDefault(sql, rules: rules) != .null && DefaultLiteral.swift(sql, for: type, rules: rules) == nil
    }

    private func isOptional(_ column: ColumnSchema, _ type: SwiftType) -> Bool {
        if isGiven(column, type) { return true }
        if table.kind != .table { return true }
        if nullKeys.contains(column.name) { return true }
        return column.keyPlace > 0 && table.kind == .table ? false : !column.isNotNull
    }

    private func chosen(_ column: ColumnSchema) -> SwiftType {
        let values = profile[column.name]
        let isKey = keyColumns.contains(column.name)
        let type = DeclaredType(column)
        switch type.family {
        case .integer:
            guard values.invalidValues == 0 || !isOdd(values) else { return held(values) }
            return numeric(values, type.isEnforced && isBeyondInt(column, values) ? "UInt64" : "Int")
        case .real: return values.texts == values.numericTexts && values.blobs == 0 ? "Double" : held(values)
        case .decimal:
            guard values.texts == values.numericTexts, values.blobs == 0 else { return held(values) }
            // A server's numbers have any digits, which only their text keeps.
            if type.isEnforced, values.beyondDecimal > 0 { return "String" }
            if isKey, !type.isEnforced || Self.fitsInt(column) { return numeric(values, "Int") }
            guard values.beyondDecimal > 0 else { return "Decimal" }
            // What has both no type but SQLValue reads and writes as it is.
            return values.wideIntegers == 0 && values.texts == 0 ? "Double" : "SQLValue"
        case .boolean:
            if values.untruths == 0, !isKey { return "Bool" }
            return values.texts == 0 && values.blobs == 0 ? numeric(values, "Int") : held(values)
        case .text:
            if values.blobs > 0 || values.brokenTexts > 0 { return "SQLValue" }
            if !isKey, let date = dateInText(column, values) { return date }
            return "String"
        case .json: return values.blobs > 0 || values.brokenTexts > 0 ? held(values) : "String"
        case .blob: return values.count == values.blobs ? "Data" : held(values)
        case .date:
            if isKey { return (type.isEnforced ? nil : formedDate(values)) ?? held(values, otherwise: "String") }
            // Others may write it at any time.
            if type.isEnforced, column.defaultValue.map(DefaultLiteral.isInvalidDate) == true { return "String" }
            return chosenDate(values, column) ?? held(values)
        case .uuid where type.isEnforced: return "UUID"
        case .time, .uuid: return held(values, otherwise: "String")
        // A text does not say which row it is, so none is found by it.
        case .any where isKey && column.isComposite: return "SQLValue"
        // What an engine's own types hold is text to us, as it prints it; shapes are bytes.
        case .any where rules == .mySQL && MySQLOrigins.kind(of: column.type) == .bytes:
            return held(values, otherwise: "Data")
        case .any: return held(values, otherwise: type.isEnforced ? "String" : "SQLValue")
        }
    }

    /// Whether a server lets nothing but whole numbers of 64 bits into a decimal column.
    private static func fitsInt(_ column: ColumnSchema) -> Bool {
        guard let digits = DecimalDigits(column.baseType ?? column.type) else { return false }
        return digits.scale <= 0 && digits.precision - digits.scale <= 18
    }

    /// Whether a row holds a number that only `UInt64` has room for, or a new one would.
    private func isBeyondInt(_ column: ColumnSchema, _ values: ColumnProfile) -> Bool {
        if values.unsigned > 0 { return true }
        guard case .number(let digits)? = column.defaultValue.flatMap({ ConstantDefault($0, rules: rules) }) else {
            return false
        }
        return Int(digits) == nil && UInt64(digits) != nil
    }

    /// Whether there is a value that no number is.
    private func isOdd(_ values: ColumnProfile) -> Bool {
        values.texts != values.numericTexts || values.blobs > 0
    }

    private func numeric(_ values: ColumnProfile, _ whole: String) -> SwiftType {
        if values.fractions == 0 { return SwiftType(name: whole) }
        // Beside fractions there are whole numbers that a Double has no room for.
        return values.wideIntegers > 0 ? "SQLValue" : "Double"
    }

    /// The type that holds what the column holds.
    private func held(_ values: ColumnProfile, otherwise: SwiftType = "SQLValue") -> SwiftType {
        switch (values.integers, values.reals, values.texts, values.blobs) {
        case (0, 0, 0, 0): return otherwise
        case (_, 0, 0, 0): return "Int"
        // A column without a type would keep 7.0 where it holds 7, which matters where it is written.
        case (let whole, _, 0, 0) where whole == 0 || table.kind != .table && values.wideIntegers == 0: return "Double"
        case (0, 0, _, 0) where values.brokenTexts == 0: return "String"
        case (0, 0, 0, _): return "Data"
        default: return "SQLValue"
        }
    }

    /// A date in the one form that all values have; without a form where there are several that are read all the same;
    /// else nil.
    private func chosenDate(_ values: ColumnProfile, _ column: ColumnSchema) -> SwiftType? {
        let type = DeclaredType(column)
        // A server's column of dates has its own form, one of texts on a server that of its rows.
        let isDated = type.isEnforced && type.family == .date
        guard values.count > 0 || isDated else { return date(type.isDay ? ".date" : ".dateTime") }
        guard values.dateCount == values.count else { return nil }
        // A column of points in time takes them with fractions and zones, in whatever form.
        if isDated { return date(type.isDay ? ".date" : nil) }
        if let formed = formedDate(values) { return formed }
        guard values.dates.keys.allSatisfy(\.isReadByDefault) else { return nil }
        // Whole numbers are read as seconds, those with a fraction as Julian days.
        if values.dates[.julianDay] != nil, values.integers > values.dates[.unixSeconds] ?? 0 { return nil }
        var mixed = date(nil)
        mixed.hasSeveralForms = true
        return mixed
    }

    /// A date with the form that every value has; nil where there are several, or a form that no format writes.
    private func formedDate(_ values: ColumnProfile) -> SwiftType? {
        guard values.count > 0, values.dates.count == 1, values.formedDates == values.count,
            let form = values.dates.keys.first, let format = form.format
        else { return nil }
        // Numbers that say a day by their digits are no text.
        if form == .compact || form == .dots, values.texts < values.count { return nil }
        return date(format)
    }

    private func date(_ format: String?) -> SwiftType { SwiftType(name: "Date", dateFormat: format) }

    /// A column of plain text whose name and every value say that it holds dates.
    private func dateInText(_ column: ColumnSchema, _ values: ColumnProfile) -> SwiftType? {
        let hints: Set<String> = [
            "date", "time", "at", "on", "day", "birth", "birthday", "timestamp", "since", "until",
        ]
        guard values.count > 0, values.dateCount == values.count, values.dates.keys.allSatisfy(\.isReadByDefault),
            NameWords(column.name).words.contains(where: hints.contains)
        else { return nil }
        return chosenDate(values, column)
    }
}

extension SwiftType: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name: name) }
}
