import Testing

@testable import ZIMDb

/// The kinds of SQLite database that are watched in different ways.
enum WatchedFile: String, CaseIterable, Sendable {
    case memory, wal, delete, truncate, oneConnection

    /// A new database with a table of each kind of key.
    func database(_ scratch: Scratch) throws -> Database {
        let database = try open(scratch)
        try database.execute(SQL(unsafe: Self.tables))
        return database
    }

    private func open(_ scratch: Scratch) throws -> Database {
        switch self {
        case .memory: try Database.inMemory()
        case .wal: try scratch.database(journal: .wal) { $0.busyTimeout = .seconds(30) }
        case .delete: try scratch.database(journal: .delete) { $0.busyTimeout = .seconds(30) }
        case .truncate: try scratch.database(journal: .truncate) { $0.busyTimeout = .seconds(30) }
        case .oneConnection:
            try scratch.database(journal: .wal) {
                $0.maximumReaders = 0
                $0.busyTimeout = .seconds(30)
            }
        }
    }

    /// Those that somebody else can open, too.
    static let files = allCases.filter { $0 != .memory }

    private static let tables = """
        CREATE TABLE warehouse (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE stock (w INTEGER REFERENCES warehouse ON DELETE CASCADE ON UPDATE CASCADE, i INTEGER,
            quantity INTEGER, PRIMARY KEY (w, i)) WITHOUT ROWID;
        CREATE TABLE line (w INTEGER, o INTEGER, n INTEGER, amount REAL, PRIMARY KEY (w, o, n));
        CREATE TABLE note (text TEXT);
        CREATE TABLE log (text TEXT);
        CREATE TRIGGER logged AFTER INSERT ON note BEGIN INSERT INTO log VALUES (new.text); END;
        CREATE VIEW few AS SELECT w, i FROM stock WHERE quantity < 10;
        INSERT INTO warehouse VALUES (1, 'north'), (2, 'south');
        INSERT INTO stock VALUES (1, 1, 5), (1, 2, 50), (2, 1, 7);
        INSERT INTO line VALUES (1, 1, 1, 2.5), (1, 1, 2, 3.5);
        """
}

extension Database {
    /// All values of a query, observed.
    func observed(_ sql: String, startsWithCurrent: Bool = true) -> DatabaseObservation<[[SQLValue]]> {
        observe(startsWithCurrent: startsWithCurrent) { try $0.rows(SQL(unsafe: sql)).map(\.values) }
    }
}
