import ZIMOrm
import ZIMSql

/// What is made from the definition that a server has of it: a function, view, rule, trigger or event.
struct CopyObject: Sendable {
    enum Kind: String, Sendable {
        case function, procedure, aggregate, view
        case materializedView = "materialized view"
        case rule, trigger, event, sequence
        /// That of a column.
        case `default`
    }

    /// When it is made. A function may be asked by the default of a column, or have a table's rows as its argument.
    enum Stage: Int, Sendable, Comparable {
        case beforeTypes, beforeTables, beforeKeys, last

        static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    let kind: Kind
    /// As notes call it: `sales.total(integer)`.
    let name: String
    var schema: String?
    var sql: SQL
    /// What belongs to it: the indexes of a materialized view, and its rows at the end.
    var behind: [SQL] = []
    /// The statement that makes it anew in its place.
    var replacement: SQL?
    /// The language of a function.
    var language: String?
    /// The tables and views that it reads, as far as the server knows.
    var uses: Set<String> = []
    /// What the session is set to while it is made, on MySQL.
    var settings: MySQLObjectSettings?
    /// The collation of the source's database, where the object's own texts are compared by it, on MySQL.
    var collation: String?
    /// Where it stands among what its kind is made with.
    var stage = Stage.last

    /// A note on it.
    func leftOut(_ reason: String) -> CopyNote { CopyNote(name, "the \(kind.rawValue) is left out: \(reason)") }
}

extension CopyObject.Kind {
    /// Whether others can mention it.
    var isMentionable: Bool { ![.trigger, .event, .rule, .default].contains(self) }
}

extension [CopyObject] {
    /// Takes out what uses something that is not there, and what uses these.
    ///
    /// - Parameters:
    ///   - verb: how a note begins, as `mentions`.
    ///   - words: how it ends.
    ///   - key: by what names are compared.
    mutating func leaveOut(
        _ verb: String, _ words: String, by key: (String) -> String, lacking isLacking: (String) -> Bool
    ) -> [CopyNote] {
        var notes: [CopyNote] = []
        var left: Set<String> = []
        var count = 0
        repeat {
            count = notes.count
            removeAll { object in
                guard let lacked = object.uses.filter({ isLacking($0) || left.contains(key($0)) }).min() else {
                    return false
                }
                if object.kind.isMentionable { left.insert(key(object.name)) }
                notes.append(object.leftOut("it \(verb) \(lacked), \(words)"))
                return true
            }
        } while notes.count > count
        return notes
    }
}

extension CopyPlan {
    func objects(_ stage: CopyObject.Stage) -> [CopyObject] { objects.filter { $0.stage == stage } }

    /// Leaves out what reads a table or view that is not in the copy, and what reads that.
    mutating func leaveOutObjects() {
        let there = Set(tables.map(\.source.name) + sequences.map(\.name))
            .union(objects.filter { $0.kind == .view || $0.kind == .materializedView }.map(\.name))
        notes += objects.leaveOut("uses", "which is not in the copy", by: { $0 }, lacking: { !there.contains($0) })
    }
}
