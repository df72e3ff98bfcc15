import ZIMOrm

/// What comes behind the tables, when they have their names: DDL commits, so nothing of it may end the copy.
extension MySQLCopy {
    /// Leaves out of a plan what the target has already, what would mean something else there, and what mentions that.
    static func checkObjects(_ plan: inout CopyPlan, _ database: Database) throws {
        if plan.objects.isEmpty { return }
        let (taken, collation) = try database.read { session in
            let rows = try session.rows(
                """
                SELECT 'table', TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() \
                UNION ALL SELECT LOWER(ROUTINE_TYPE), ROUTINE_NAME FROM information_schema.ROUTINES \
                WHERE ROUTINE_SCHEMA = DATABASE() \
                UNION ALL SELECT 'trigger', TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() \
                UNION ALL SELECT 'event', EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()
                """)
            return (
                Set(try rows.map { [try $0.get(0, as: String.self), try $0.get(1, as: String.self).lowercased()] }),
                try session.value("SELECT @@collation_database", as: String.self) ?? ""
            )
        }
        var lost: [CopyObject] = []
        plan.objects.removeAll { object in
            let kind = object.kind == .view || object.kind == .sequence ? "table" : object.kind.rawValue
            if taken.contains([kind, object.name.lowercased()]) {
                plan.notes.append(object.leftOut("\(database.location) has one of this name"))
            } else if let own = object.collation, own != collation {
                plan.notes.append(
                    object.leftOut(
                        "its texts are compared by \(own), that of the source's database, and not by \(collation)"))
            } else {
                return false
            }
            lost.append(object)
            return true
        }
        plan.notes += plan.objects.leaveOut(lost)
        plan.objects = order.flatMap { kind in plan.objects.filter { $0.kind == kind } }
        plan.notes += plan.objects.filter { $0.kind == .event }.map {
            CopyNote($0.name, "the event does not run at the target until ALTER EVENT … ENABLE")
        }
    }

    /// In which they can be made.
    private static let order: [CopyObject.Kind] = [
        .sequence, .default, .function, .procedure, .view, .trigger, .event,
    ]

    /// Makes sequences, routines, views, triggers and events, which stand in that order.
    ///
    /// - Returns: what the server refused, and why.
    func make(_ objects: [CopyObject]) -> [CopyNote] {
        var maker = MySQLObjectMaker(objects)
        do { try database.withoutTransaction { try maker.run(in: $0) } } catch {
            maker.notes += maker.rest.map { $0.leftOut(SchemaDryRun.words(error)) }
        }
        return maker.notes
    }
}

/// Makes what is made from its own definition, as far as the server does.
private struct MySQLObjectMaker {
    private var waiting: [CopyObject]
    /// What the server has refused of the kind that is being made.
    private var refused: [(object: CopyObject, reason: String)] = []
    var notes: [CopyNote] = []

    init(_ objects: [CopyObject]) { waiting = objects }

    /// What is not made.
    var rest: [CopyObject] { refused.map(\.object) + waiting }

    mutating func run(in session: Session) throws {
        if waiting.isEmpty { return }
        let own = try MySQLObjectSettings(of: session)
        let result = Result { try makeAll(own, session) }
        try own.set(in: session)
        try result.get()
    }

    private mutating func makeAll(_ own: MySQLObjectSettings, _ session: Session) throws {
        var made = 0
        while let object = waiting.first {
            do {
                try make(object, own, session)
                made += 1
            } catch {
                guard error is ToolError || (error as? DatabaseError).map({ $0.code != .connection }) ?? false else {
                    throw error
                }
                refused.append((object, SchemaDryRun.words(error)))
            }
            waiting.removeFirst()
            guard waiting.first?.kind != object.kind else { continue }
            // A view may read one that comes later.
            if object.kind == .view, made > 0, !refused.isEmpty {
                waiting = refused.map(\.object) + waiting
            } else {
                notes += refused.map { $0.object.leftOut($0.reason) }
                notes += waiting.leaveOut(refused.map(\.object))
            }
            (refused, made) = ([], 0)
        }
    }

    private func make(_ object: CopyObject, _ own: MySQLObjectSettings, _ session: Session) throws {
        try (object.settings?.filled(by: own) ?? own).set(in: session)
        try session.execute(one: object.sql)
        do { for statement in object.behind { try session.execute(one: statement) } } catch {
            // Nothing that stands where it should not: a sequence that begins anew.
            try session.execute("DROP SEQUENCE \(identifier: object.name)")
            throw error
        }
        guard object.kind == .event else { return }
        let found = try session.value(
            """
            SELECT COUNT(*) FROM information_schema.EVENTS \
            WHERE EVENT_SCHEMA = DATABASE() AND EVENT_NAME = \(object.name)
            """, as: Int.self)
        if found == 0 {
            throw ToolError("its time is over, and the server keeps no event behind that")
        }
    }
}

extension [CopyObject] {
    /// Takes out what mentions something that is left out.
    fileprivate mutating func leaveOut(_ lost: [CopyObject]) -> [CopyNote] {
        let names = Set(lost.filter(\.kind.isMentionable).map { $0.name.lowercased() })
        return leaveOut("mentions", "which is left out", by: { $0.lowercased() }) { names.contains($0.lowercased()) }
    }
}
