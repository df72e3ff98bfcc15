import CSQLite
import ZIMDb

/// An engine from outside of the library: SQLite's C API behind a dialect of its own.
struct ThirdEngine: Engine, EngineProvider {
    let path: String
    let dialect: any SQLDialect = ThirdDialect()
    let sharing = ConnectionSharing.pool(size: 2)

    var location: String { "third://\(path)" }

    static func engine(url: String, options: DatabaseOptions) throws -> any Engine {
        guard let start = url.range(of: "://") else {
            throw DatabaseError(.cannotOpen, "\"\(url)\" is not the URL of a third database")
        }
        return ThirdEngine(path: String(url[start.upperBound...]))
    }

    func connect(readOnly: Bool) throws -> any EngineConnection { try ThirdConnection(path: path) }
}
