import TestServer

/// What cases of one kind came to.
struct CaseCounts {
    var cases = 0
    var comparisons = 0
    var refusals = 0
    var failures = 0
    var seconds = 0.0
}

/// Runs the cases of one kind on one engine and says what they came to.
struct OracleReport {
    let kind: CaseKind
    let engine: ServedEngine
    var shares = CaseShares()
    private(set) var counts = CaseCounts()
    private(set) var failures: [(subject: OracleCase, disagreement: Disagreement)] = []
    /// What happens to the first lines of a failure that was seen.
    var say: (String) -> Void = { print($0) }

    init(_ kind: CaseKind, on engine: ServedEngine) {
        self.kind = kind
        self.engine = engine
    }

    /// Runs the case of a seed in one form.
    mutating func run(seed: UInt64, form: MappingForm, shrinks: Bool) throws {
        let subject = try RandomCase.make(kind, on: engine, form: form, shares: shares, seed: seed)
        let outcome = try CaseRunner.run(subject)
        counts.cases += 1
        counts.comparisons += outcome.comparisons
        counts.refusals += outcome.refusals
        guard let failure = outcome.failure else { return }
        counts.failures += 1
        // What never comes is waited for each time.
        var shrinker = Shrinker(subject, failure.disagreement, limit: kind == .watches ? 30 : 600)
        if shrinks { shrinker.shrink() }
        failures.append((shrinker.subject, shrinker.failure))
        say(Self.text(shrinker.subject, shrinker.failure))
    }

    static func text(_ subject: OracleCase, _ failure: Disagreement) -> String {
        let text = CaseText(subject)
        return """

            ==== \(subject.engine) \(subject.kind) \(subject.form) seed \(subject.seed)
            \(text.definitions)
            \(text.classes)
            \(text.program)\(failure.call)
            SQL says: \(failure.expected)
            ZIM says: \(failure.found)
            """
    }

    /// `oracle: SQLite relationships: 120 cases, 4,210 comparisons, 0 refusals, 0 failures`
    func line(seed: UInt64) -> String {
        "oracle: \(engine) \(kind): \(counts.cases) cases, \(counts.comparisons) comparisons, \(counts.refusals) refusals, "
            + "\(counts.failures) failures, from seed \(seed)"
    }
}
