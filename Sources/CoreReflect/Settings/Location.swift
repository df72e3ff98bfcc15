extension Reflect {
    /// Where the database is.
    public enum Location: Sendable, Hashable, CustomStringConvertible {
        /// In memory, as long as its connection.
        case inMemory
        /// In a file that is deleted with its connection.
        case temporary
        /// In a file.
        case uri(String)

        /// The path; empty if it has none.
        public var description: String {
            switch self {
            case .inMemory, .temporary: ""
            case .uri(let path): path
            }
        }
    }
}
