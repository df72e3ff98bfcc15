/// The savepoint of a transaction inside another; they are told apart by how deep they are.
struct NestedSavepoint {
    private let name: String

    init(depth: Int) { name = "zim_\(depth)" }

    var begin: String { "SAVEPOINT " + name }
    var release: String { "RELEASE " + name }
    var rollBack: String { "ROLLBACK TO " + name }
}
