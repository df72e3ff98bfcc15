/// How many models are read ahead while a query is gone through.
enum Window {
    static let size = 1_000
}
