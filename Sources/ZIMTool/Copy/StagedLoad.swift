import Synchronization
import ZIMOrm

/// The rows of a copy that commits as it goes, out of sight: each table in a transaction, or where it is resumable some
/// thousand rows with each; several tables at once where that was asked for.
struct StagedLoad {
    let run: CopyRun
    let target: CopyEngine
    /// Where it is kept how far a resumable copy is.
    let state: CopyState?

    /// How long it took, how many rows were written, and how many an earlier run had written.
    typealias Outcome = (loading: Duration, loaded: Int, resumed: Int)

    func run(_ database: Database, _ home: CopyHome) throws -> Outcome {
        let places = try state.map { state in
            try database.read { session in try run.plan.tables.map { try state.place(of: $0, session) } }
        }
        let resumed = places?.reduce(0) { $0 + $1.rows } ?? 0
        run.meter.begin(.copying, total: run.plan.rows, from: resumed)
        let began = ContinuousClock.now
        var tables = run.plan.tables.indices.map { (run.plan.tables[$0], places?[$0] ?? TableLoader.Place()) }
            .filter { !$1.isAtEnd }
        // The largest last would be copied alone.
        if run.options.jobs > 1 { tables.sort { $0.0.rows > $1.0.rows } }
        let (target, options, state, meter) = (target, run.options, state, run.meter)
        let loaded = try run.readers.map(tables, run.source, meter) { table, source in
            let loader = TableLoader(source: source, target: target, options: options, meter: meter)
            guard let state else { return try database.write { try loader.load(table.0, into: $0, home) } }
            return try Self.load(table.0, from: table.1, loader, state, database, home)
        }
        return (.now - began, loaded.reduce(0, +), resumed)
    }

    private static func load(
        _ table: CopyTable, from place: TableLoader.Place, _ loader: TableLoader, _ state: CopyState,
        _ database: Database, _ home: CopyHome
    ) throws -> Int {
        var start = place.rows
        try loader.load(table, from: place, home) { write in
            try database.write { session in
                let next = try write(session)
                try state.keep(next, of: table, from: start, session)
                start = next.rows
            }
        }
        return start - place.rows
    }
}
