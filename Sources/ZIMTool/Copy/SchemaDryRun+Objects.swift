import ZIMOrm
import ZIMSql

/// Functions, views, rules and triggers: what the target takes, and in which order.
extension SchemaDryRun {
    /// Makes the objects of a stage, again and again as long as one more can be made, so that each comes behind what it needs.
    /// A function that cannot be made yet waits for the next stage; anything else leaves the plan with a note.
    func dryRun(_ stage: CopyObject.Stage, _ plan: inout CopyPlan, _ session: Session) throws {
        var pending = plan.objects(stage)
        guard !pending.isEmpty else { return }
        plan.objects.removeAll { $0.stage == stage }
        // Bodies may name tables that come later.
        try session.execute("SET LOCAL check_function_bodies = \(unsafe: stage < .beforeKeys ? "off" : "on")")
        try leaveOutLanguages(&pending, &plan.notes, session)
        var made: [CopyObject] = []
        var reasons: [String: String] = [:]
        var count = -1
        while !pending.isEmpty, made.count > count {
            count = made.count
            pending.removeAll { object in
                do {
                    try session.transaction { session in
                        for statement in [object.sql] + object.behind { try session.execute(one: statement) }
                    }
                    made.append(object)
                    return true
                } catch {
                    reasons[object.name] = words(error)
                    return false
                }
            }
        }
        if let next = CopyObject.Stage(rawValue: stage.rawValue + 1) {
            for index in pending.indices { pending[index].stage = next }
            plan.objects += made + pending
        } else {
            plan.objects += made
            plan.notes += pending.map { $0.leftOut(reasons[$0.name] ?? "") }
        }
    }

    /// What was made before the tables, now that all is there.
    func noteBrokenFunctions(_ plan: inout CopyPlan, _ session: Session) throws {
        let early = plan.objects.filter { $0.stage < .beforeKeys }
        guard !early.isEmpty else { return }
        try session.execute("SET LOCAL check_function_bodies = on")
        for object in early {
            guard let replacement = object.replacement else { continue }
            do { try session.transaction { try $0.execute(one: replacement) } } catch {
                plan.notes.add(object.name, "the \(object.kind.rawValue) is copied, but cannot run: \(words(error))")
            }
        }
    }

    /// A language that may do anything on the server's machine is its owner's to decide on.
    private func leaveOutLanguages(
        _ objects: inout [CopyObject], _ notes: inout [CopyNote], _ session: Session
    ) throws {
        var isTrusted: [String: Bool] = [:]
        for row in try session.rows("SELECT lanname::text, lanpltrusted FROM pg_catalog.pg_language") {
            isTrusted[try row.get(0)] = try row.get(1, as: Bool.self)
        }
        objects.removeAll { object in
            guard let language = object.language, isTrusted[language] != true else { return false }
            let reason = isTrusted[language] == nil ? "is not installed" : "is not trusted"
            notes.append(object.leftOut("its language \(language) \(reason)"))
            return true
        }
    }
}
