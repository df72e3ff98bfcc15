/// Makes a pattern for LIKE that finds a text as it is, whatever it contains.
///
/// `"name" LIKE ? ESCAPE '\'` with `%50\%\_off%` for the text `50%_off`.
package enum LikePattern {
    /// The character that takes their meaning from `%`, `_` and itself; to be named in `ESCAPE`.
    package static let escape = "\\"

    /// Finds the text anywhere: `%text%`.
    package static func contains(_ text: String) -> String { "%" + escaped(text) + "%" }

    /// Finds the text at the beginning: `text%`.
    package static func beginsWith(_ text: String) -> String { escaped(text) + "%" }

    /// Finds the text at the end: `%text`.
    package static func endsWith(_ text: String) -> String { "%" + escaped(text) }

    /// Works on scalars: `%` followed by a combining accent is another `Character`, but still a wildcard to the engine.
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}
