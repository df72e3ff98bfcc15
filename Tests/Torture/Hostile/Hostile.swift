import Foundation
import TestServer
import ZIMOrm

/// Hostile texts as names and as values, in every place that takes one.
struct Hostile {
    private let engine: ServedEngine
    private let effort: TortureEffort

    init(_ engine: ServedEngine, _ effort: TortureEffort) {
        self.engine = engine
        self.effort = effort
    }

    /// By default every text as a name and as a value.
    func run() throws -> TortureOutcome {
        var outcome = TortureOutcome(verdict: "injected or changed")
        let (all, hasList) = try HostileStrings.all()
        if !hasList { outcome.remarks.append("without the list of ../shared/data") }
        var random = SeededGenerator(seed: effort.seed)
        let texts = Array(all.shuffled(using: &random).prefix(effort.rounds(else: .max)))
        outcome.count("texts", texts.count)
        let database = try open()
        defer { database.close() }
        try HostileCase.prepare(database)
        for (place, text) in texts.enumerated() where effort.hasTime {
            var trial = HostileCase(database)
            if isName(text) { trial.run(name: text, value: texts[(place * 7 + 3) % texts.count]) }
            trial.run(name: "plain name", value: text)
            outcome.count("places", trial.places)
            outcome.count("refusals", trial.refusals)
            for problem in trial.problems { outcome.fail(problem) }
        }
        guard engine == .sqlite else { return outcome }
        var output = try HostileOutput()
        try output.run(texts)
        outcome.count("places in output", output.places)
        for problem in output.problems { outcome.fail(problem) }
        if HostileOutput.compiler == nil { outcome.remarks.append("without a compiler for the generated Swift") }
        return outcome
    }

    /// A server cuts names off behind 63 bytes, and takes no table that is called as the row of an upsert or as our list
    /// of keys.
    private func isName(_ text: String) -> Bool {
        engine == .sqlite || (text.utf8.count <= 50 && !["excluded", "zim_keys"].contains(text))
    }

    private func open() throws -> Database {
        guard engine == .postgreSQL else { return try Database.inMemory() }
        guard let server = TestServer.shared else {
            throw ProgramArgument.Failure("there is no PostgreSQL server")
        }
        return try Database(url: try server.makeDatabase())
    }
}
