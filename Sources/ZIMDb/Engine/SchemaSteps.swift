/// How migrations run on an engine that commits each change of the schema: a migration cannot be one transaction there.
package protocol SchemaSteps: Sendable {
    /// The statements of a script.
    func statements(of script: String) -> [String]
    /// One value: 1 once the connection has the lock of this name, which it keeps until it is given back, or ends.
    ///
    /// - Parameter seconds: how long another connection may keep it.
    func lock(_ name: String, waiting seconds: Int) -> SQL
    /// Gives the lock back.
    func unlock(_ name: String) -> SQL
    /// The type of a column of names, which are told apart by their bytes.
    var nameType: SQLDataType { get }
    /// The type of a column of texts of any length.
    var textType: SQLDataType { get }
}
