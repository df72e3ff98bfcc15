/// A function's call with what SQL allows around it.
@usableFromInline
struct SQLFunctionCall: Hashable, Sendable, SQLRenderable {
    var name: String
    var arguments: [SQLExpression]
    var distinct = false
    /// Whether it is a `length` of characters on each engine.
    var countsCharacters = false
    var ordering: [SQLOrdering] = []
    var filter: SQLExpression?
    var window: SQLWindow?

    /// Whether it makes one value of all rows.
    var isAggregate: Bool {
        guard window == nil else { return false }
        let name = name.lowercased()
        // Of several arguments, SQLite's are those of one row.
        if name == "min" || name == "max" { return arguments.count == 1 }
        return Self.aggregates.contains(name)
    }

    /// Sources: <https://www.sqlite.org/lang_aggfunc.html>, <https://www.postgresql.org/docs/15/functions-aggregate.html>,
    /// <https://mariadb.com/kb/en/aggregate-functions/>
    private static let aggregates: Set<String> = [
        "any_value", "array_agg", "avg", "bit_and", "bit_or", "bit_xor", "bool_and", "bool_or", "corr", "count",
        "covar_pop", "covar_samp", "every", "group_concat", "json_agg", "json_arrayagg", "json_group_array",
        "json_group_object", "json_object_agg", "json_objectagg", "jsonb_agg", "jsonb_group_array",
        "jsonb_group_object", "jsonb_object_agg", "median", "mode", "percentile", "percentile_cont", "percentile_disc",
        "range_agg", "range_intersect_agg", "regr_avgx", "regr_avgy", "regr_count", "regr_intercept", "regr_r2",
        "regr_slope", "regr_sxx", "regr_sxy", "regr_syy", "std", "stddev", "stddev_pop", "stddev_samp", "string_agg",
        "sum", "total", "var_pop", "var_samp", "variance", "xmlagg",
    ]

    /// The arguments, with types for values of which the result is one: the other functions say which types they take.
    private func typedArguments(in writer: borrowing SQLWriter) -> [SQLExpression] {
        guard arguments.contains(where: \.isValue) else { return arguments }
        if writer.features.contains(.rowidTables), arguments.contains(where: \.isDecimal) {
            switch name.lowercased() {
            case "coalesce", "ifnull", "iif": return writer.results(arguments)
            // A column's own type is known to nobody here.
            case "max", "min", "nullif":
                return arguments.contains(where: \.isColumn) ? arguments : arguments.map(\.asNumber)
            default: return arguments
            }
        }
        guard writer.typesParameters else { return arguments }
        switch name.lowercased() {
        case "coalesce": return writer.results(arguments)
        case "ifnull" where writer.makesNumbersOfTexts: return writer.results(arguments)
        case "if" where writer.makesNumbersOfTexts:
            return arguments.prefix(1) + writer.results(Array(arguments.dropFirst()))
        case "greatest", "least", "nullif": return writer.typedOrLiteral(arguments)
        // PostgreSQL would take one parameter for a real number, and finds several functions for two.
        case "abs" where arguments.allSatisfy(\.isInteger), "mod" where arguments.allSatisfy(\.isInteger):
            return writer.typed(arguments)
        // There is one of a text, too.
        case "length" where arguments.allSatisfy(\.isBlob), "octet_length" where arguments.allSatisfy(\.isBlob):
            return writer.typed(arguments)
        // There is one of a network address, too.
        case "trunc" where arguments.count == 1 && !writer.makesNumbersOfTexts: return writer.typed(arguments)
        case "abs", "ceil", "ceiling", "exp", "floor", "ln", "log", "log10", "pow", "power", "round", "sign", "sqrt",
            "trunc", "width_bucket":
            return writer.makesNumbersOfTexts ? writer.typed(arguments) : writer.untyped(arguments)
        case "generate_series", "min", "max", "sum", "avg", "count": return writer.typed(arguments)
        default: return window == nil && writer.makesNumbersOfTexts ? writer.typed(arguments) : arguments
        }
    }

    @usableFromInline
    func write(to writer: inout SQLWriter) throws {
        guard writer.looksNamesUp || !writer.groupAliases.isEmpty, isAggregate else {
            return try writeCall(to: &writer)
        }
        let (substitutions, groupAliases) = (writer.substitutions, writer.groupAliases)
        writer.substitutions.removeAll(where: \.isColumnInAggregates)
        // An aggregate is over rows, in which a name means the column that the alias hides.
        writer.groupAliases = [:]
        try writeCall(to: &writer)
        (writer.substitutions, writer.groupAliases) = (substitutions, groupAliases)
    }

    private func writeCall(to writer: inout SQLWriter) throws {
        if countsCharacters, writer.features.contains(.onDuplicateKey) {
            writer.put("char_length")
        } else {
            try writer.functionName(name)
        }
        writer.put(distinct ? "(DISTINCT " : "(")
        try writer.list(typedArguments(in: writer))
        if !ordering.isEmpty {
            writer.put(" ORDER BY ")
            try writer.ordering(ordering)
        }
        writer.put(")")
        if let filter {
            try writer.refuseOnMySQL("FILTER", hint: "Put the condition into the argument: CASE WHEN … THEN … END")
            writer.put(" FILTER (WHERE ")
            try filter.write(to: &writer)
            writer.put(")")
        }
        if let window {
            try writer.refuseOnOlderMySQL(
                "window functions", hint: "Ask for the rows of each group in a statement of its own")
            writer.put(" OVER ")
            try window.writeReference(to: &writer)
        }
    }
}

extension SQLWriter {
    /// Writes a function's name: as it is where it is a plain word (so that PostgreSQL finds `COUNT`), else quoted.
    mutating func functionName(_ name: String) throws {
        let isPlain = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte >= 0x80
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        if isPlain, !name.isEmpty { raw(name) } else { identifier(name) }
    }
}
