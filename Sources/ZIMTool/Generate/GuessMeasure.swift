import Foundation
import ZIMOrm

/// How well undeclared relationships are found: the declared foreign keys are put aside, guessed, and compared.
package struct GuessMeasure: Encodable {
    /// How many different foreign keys are declared; those that no row uses are left out, since no row can confirm them.
    package let declared: Int
    /// How many of them were guessed.
    package let found: Int
    /// How many relationships were guessed.
    package let guessed: Int
    /// How many of those are declared, or follow from declared ones.
    package let right: Int
    /// The declared foreign keys that were not guessed.
    package let missed: [String]
    /// What was guessed and does not follow from any.
    package let wrong: [String]

    package init(of file: InspectedDatabase, rows: Int = 20_000) throws {
        let schema = try file.schema()
        let links = schema.links()
        let observation = try Observation(of: file, schema: schema, rows: rows, guesses: true, knowing: [])
        let guesses = Set(observation.likely.map(Link.init))
        var used: Set<Link> = []
        for (table, own) in Dictionary(grouping: links, by: \.child.name) {
            guard let child = schema.table(table), child.kind == .table else { continue }
            var answers: [Probe.Answer] = []
            _ = try file.database.read { session in
                try TableProfile(
                    of: child, in: session, limit: rows, probes: own.map { Probe(parentOf: $0) }, answers: &answers)
            }
            for (link, answer) in zip(own, answers) where answer.yes > 0 { used.insert(Link(link)) }
        }
        let known = Set(links.map(Link.init))
        declared = used.count
        guessed = guesses.count
        missed = used.subtracting(guesses).map(\.text).sorted()
        wrong = guesses.filter { !$0.follows(from: known) }.map(\.text).sorted()
        (found, right) = (declared - missed.count, guessed - wrong.count)
    }

    package func json() throws -> String { try JSONDocument.encode(self) }

    /// A relationship whatever the order of its columns is.
    fileprivate struct Link: Hashable {
        let child: String
        let parent: String
        let columns: [String: String]

        var text: String {
            let pairs = columns.sorted { $0.key < $1.key }
            return "\(child)(\(pairs.map(\.key).joined(separator: ", "))) -> "
                + "\(parent)(\(pairs.map(\.value).joined(separator: ", ")))"
        }

        /// Whether it is declared, in one direction or the other, or leads over tables between.
        func follows(from known: Set<Link>) -> Bool {
            let reverse = Link(
                child: parent, parent: child,
                columns: Dictionary(columns.map { ($0.value, $0.key) }) { first, _ in first })
            return known.contains(self) || known.contains(reverse) || isReached(from: known, seen: [])
        }

        private func isReached(from known: Set<Link>, seen: Set<Link>) -> Bool {
            known.contains { step in
                guard step.child == child, columns.keys.allSatisfy({ step.columns[$0] != nil }) else { return false }
                let between = columns.compactMap { own, reference in step.columns[own].map { ($0, reference) } }
                let rest = Link(
                    child: step.parent, parent: parent, columns: Dictionary(between) { first, _ in first })
                if rest.child == parent, rest.columns.allSatisfy({ $0.key == $0.value }) { return true }
                return !seen.contains(rest) && rest.isReached(from: known, seen: seen.union([rest]))
            }
        }
    }
}

extension GuessMeasure.Link {
    fileprivate init(_ link: LinkSchema) {
        child = link.child.name
        parent = link.parent.name
        columns = Dictionary(zip(link.columns, link.references)) { first, _ in first }
    }
}
