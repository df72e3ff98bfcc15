extension MessageValues {
    /// What the innermost session's database says, or else ``byDefault``.
    package static var areShown: Bool {
        SessionHandle.innermost?.database.options.valuesInMessages ?? byDefault
    }
}
