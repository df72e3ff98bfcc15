extension SQLDialect {
    /// The rules by which texts of the dialect are divided into tokens.
    package var rules: SQLLexicalRules {
        if case .numbered = placeholder { return .postgreSQL }
        return features.contains(.nullSafeEquals) ? .mySQL : .sqlite
    }
}
