extension Reflect {
    /// Where the database is.
    public enum Location: Sendable, Hashable, CustomStringConvertible {
        /// In memory; it is gone with its connection.
        case inMemory
        /// In a file that is deleted with its connection.
        case temporary
        /// In a file.
        case uri(String)

        /// The path; empty for a database without one.
        public var description: String {
            switch self {
            case .inMemory, .temporary: ""
            case .uri(let path): path
            }
        }
    }
}
