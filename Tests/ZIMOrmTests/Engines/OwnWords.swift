import TestServer
import ZIMOrm

extension SQL {
    /// The same with the names that it quotes as the engine of the test quotes them.
    var inOwnWords: SQL {
        guard ServedEngine.isMariaDB else { return self }
        return SQL(
            segments: segments.map { segment in
                guard case .sql(let text) = segment else { return segment }
                return .sql(MySQLWords.quoted(text))
            })
    }
}
