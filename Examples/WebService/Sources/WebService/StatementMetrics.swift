import Metrics
public import ZIMOrm

// snippet.metrics
/// Counts and times the statements of a database, until the subscription ends.
public func recordMetrics(of database: Database) -> TraceSubscription {
    let (timer, failures) = (Timer(label: "sql_duration"), Counter(label: "sql_failures"))
    return database.trace { statement in
        timer.record(duration: statement.duration)
        if statement.error != nil { failures.increment() }
    }
}
// snippet.end
