/// How migrations run on an engine that commits each change of the schema: a migration cannot be one transaction there.
package protocol SchemaSteps: Sendable {
    /// The statements of a script.
    ///
    /// - Throws: ``DatabaseError`` for a script that is not the server's.
    func statements(of script: String) throws -> [String]
    /// What the session of the first statements of a migration had, and another one that goes on behind them has not.
    func session(of statements: [String], done: Int) -> SessionSteps
    /// Whether a statement that failed may have done a part of its work all the same.
    ///
    /// - Parameters:
    ///   - connection: the one that it failed on.
    ///   - rows: asks another one, which has the settings of the options.
    func mayBeDone(
        _ statement: String, on connection: any EngineConnection, asking rows: (SQL) throws -> [[SQLValue]]
    ) throws -> Bool
    /// One value: 1 once the connection has the lock of this name, which it keeps until it is given back, or ends.
    ///
    /// - Parameter seconds: how long another connection may keep it.
    func lock(_ name: String, waiting seconds: Int) -> SQL
    /// One value: 1 while a connection has the lock of this name.
    func isLocked(_ name: String) -> SQL
    /// Gives the lock back.
    func unlock(_ name: String) -> SQL
    /// Has the server keep a connection that sends nothing for as long as statements of another one take.
    var waiting: SQL { get }
    /// The type of a column of names, which are told apart by their bytes.
    var nameType: SQLDataType { get }
    /// The type of a column of texts of any length.
    var textType: SQLDataType { get }
}

/// What statements have done for their session alone.
package struct SessionSteps: Sendable, Hashable {
    /// The statements that do the same for another session, by their index.
    package var repeatable: [Int] = []
    /// The first statement whose effect on its session nothing can bring back, by its index.
    package var lost: Int?

    package init() {}
}
