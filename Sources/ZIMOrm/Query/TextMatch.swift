import ZIMDb

/// How text is looked for inside text.
package enum TextMatch {
    case contains, beginsWith, endsWith

    /// nil for every comparison but these.
    package init?(_ comparison: PredicateComparison) {
        switch comparison {
        case .contains: self = .contains
        case .beginsWith: self = .beginsWith
        case .endsWith: self = .endsWith
        default: return nil
        }
    }

    /// The condition; letters are compared as they are unless case is ignored.
    ///
    /// SQLite's LIKE ignores the case of ASCII letters, so what must not is said with GLOB there.
    package func condition(
        _ operand: SQLExpression, _ text: String, ignoresCase: Bool, dialect: any SQLDialect
    ) -> SQLExpression {
        if dialect.features.contains(.collatedLike) {
            // By the letters themselves: the column's collation may take other letters for the same.
            let wanted = SQLExpression.value(likePattern(text))
            return ignoresCase
                ? SQLExpression.function("lower", operand).like(
                    .function("lower", wanted).letterForLetter, escape: LikePattern.escape)
                : operand.like(wanted.letterForLetter, escape: LikePattern.escape)
        }
        let likeIgnoresCase = dialect.features.contains(.likeIgnoresCase)
        // Where an index may find what begins so, a pattern says it; a text in a row may hold NUL, at which patterns end.
        if text.utf8.contains(0) || likeIgnoresCase && !ignoresCase && self != .beginsWith {
            return withoutPattern(operand, text, ignoresCase: ignoresCase)
        }
        if !ignoresCase, likeIgnoresCase { return .binary(operand, .glob, .value(globPattern(text))) }
        if ignoresCase, !likeIgnoresCase {
            return SQLExpression.function("lower", operand).like(
                .function("lower", .value(likePattern(text))), escape: LikePattern.escape)
        }
        return operand.like(.value(likePattern(text)), escape: LikePattern.escape)
    }

    /// Patterns end at NUL, so that `*` alone would be left of one.
    private func withoutPattern(_ operand: SQLExpression, _ text: String, ignoresCase: Bool) -> SQLExpression {
        let operand = ignoresCase ? SQLExpression.function("lower", operand) : operand
        let wanted = ignoresCase ? SQLExpression.function("lower", .value(text)) : .value(text)
        let position = SQLExpression.function("instr", operand, wanted)
        switch self {
        case .contains: return position > 0
        case .beginsWith: return position == 1
        case .endsWith:
            // By bytes, of which nobody knows how many a letter has in the file. Behind 0 of them stands all of it.
            if text.isEmpty { return position > 0 }
            let bytes = wanted.cast(as: .blob)
            let end = SQLExpression.function("substr", operand.cast(as: .blob), -.function("length", bytes))
            // Of an empty text substr() is NULL, which would leave open what NOT is to find.
            return .coalesce(end, operand) == bytes
        }
    }

    private func likePattern(_ text: String) -> String {
        switch self {
        case .contains: LikePattern.contains(text)
        case .beginsWith: LikePattern.beginsWith(text)
        case .endsWith: LikePattern.endsWith(text)
        }
    }

    /// `Mac[*]*`: a wildcard in brackets means itself.
    private func globPattern(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "*" || scalar == "?" || scalar == "[" {
                escaped.append(contentsOf: "[\(scalar)]".unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        let literal = String(escaped)
        return literal + "*"
    }
}
