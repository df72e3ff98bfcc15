import Foundation
import Testing

@testable import ZIMOrm

/// The databases of others that lie beside the package, where they do.
enum LegacyFile: String {
    case tpcc, chinook, northwind

    static var folder: URL {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared/data")
    }

    var url: URL { Self.folder.appendingPathComponent(rawValue + ".sqlite") }

    /// Whether the folder is there; tests of it are skipped where it is not.
    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }
    static let absence: Comment = "../shared/data is not there: the legacy databases are not in the repository"

    /// Opens the file for reading only.
    func open() throws -> Database { try Database(path: url.path, options: .readOnly) }

    /// Opens a copy in a temporary folder, which the closure may change.
    func withCopy<T>(_ body: (Database) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent(url.lastPathComponent)
        try FileManager.default.copyItem(at: url, to: copy)
        let database = try Database(path: copy.path)
        defer { database.close() }
        return try body(database)
    }
}

/// One relationship to follow from every row of a class, and the join that says what must come out.
struct Walk<Source: Model, Target: Model> {
    let source: Source.Type
    let target: Target.Type
    /// The join's FROM clause, with `s` and `t` for the two tables.
    let from: String
    let follow: (Source) throws -> [Target]

    init(
        _ source: Source.Type, _ target: Target.Type, _ from: String, follow: @escaping (Source) throws -> [Target]
    ) {
        self.source = source
        self.target = target
        self.from = from
        self.follow = follow
    }

    /// Follows the relationship from all rows, as siblings and then one by one, and compares every value of every row with
    /// the join's. Gives the number of rows.
    @discardableResult
    func check(in database: Database, alone: Int = 60, location: SourceLocation = #_sourceLocation) throws -> Int {
        try database.read { session in
            let expected = try expectedRows(session)
            let models = try session.query(source).orderByKey().all()
            let log = StatementLog(database)
            var found: [[SQLValue]] = []
            for model in models { for row in try follow(model) { found.append(try pair(model, row)) } }
            #expect(counted(found) == expected, "\(source) → \(target)", sourceLocation: location)
            let limit = (models.count + Window.size - 1) / Window.size
            #expect(log.count <= max(1, limit), "\(source) → \(target)", sourceLocation: location)
            guard !models.isEmpty, !models[0].keyValues.isEmpty else { return found.count }
            let step = max(1, models.count / alone)
            for index in stride(from: 0, to: models.count, by: step) {
                let model = models[index]
                let key = model.keyValues
                guard let single = try session.find(source, key: key) else {
                    Issue.record("\(source) \(key) is gone", sourceLocation: location)
                    continue
                }
                let one = try follow(single).map { try pair(single, $0) }
                let same = try follow(model).map { try pair(model, $0) }
                #expect(one == same, "\(source) \(key) → \(target)", sourceLocation: location)
            }
            return found.count
        }
    }

    private func pair(_ model: Source, _ row: Target) throws -> [SQLValue] {
        try model.columnValues + row.columnValues
    }

    private func expectedRows(_ session: Session) throws -> [[SQLValue]: Int] {
        let mappings = [try session.plan(for: source).mapping, try session.plan(for: target).mapping]
        let list = zip(["s", "t"], mappings).flatMap { alias, mapping in
            mapping.columns.map { "\(SQLExpression.column($0.name, of: alias))" as SQL }
        }
        let columns = mappings.flatMap(\.columns)
        let rows = try session.rows("SELECT \(list.commaSeparated) FROM \(unsafe: from)")
        return counted(
            try rows.map { row in
                try columns.indices.map { try columns[$0].field.normalized(row[$0]) }
            })
    }

    /// The rows, whatever their order, and how often each comes.
    private func counted(_ rows: [[SQLValue]]) -> [[SQLValue]: Int] {
        rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

/// Compares all rows of a class with the plain SELECT of the same columns.
@discardableResult
func checkRows<M: Model>(
    _ type: M.Type, in database: Database, location: SourceLocation = #_sourceLocation
) throws -> Int {
    try database.read { session in
        let mapping = try session.plan(for: type).mapping
        let list = mapping.columns.map { "\(identifier: $0.name)" as SQL }.commaSeparated
        let rows = try session.rows("SELECT \(list) FROM \(identifier: mapping.table)")
        let expected = try rows.map { row in
            try mapping.columns.indices.map { try mapping.columns[$0].field.normalized(row[$0]) }
        }
        let models = try session.query(type).all()
        #expect(try models.columnValues == expected, "\(type)", sourceLocation: location)
        #expect(try session.query(type).count() == expected.count, "\(type)", sourceLocation: location)
        if !mapping.key.isEmpty {
            for model in models.prefix(50) {
                let same = try session.find(type, key: model.keyValues)
                #expect(try same?.columnValues == model.columnValues, "\(type)", sourceLocation: location)
            }
        }
        return models.count
    }
}
