import TestServer
import ZIMOrm

/// Which errors a step may end in, because nothing else could be right.
enum Refusals {
    static func isExpected(_ error: any Error, _ step: Step, in subject: OracleCase) -> Bool {
        // Bytes that are no text are compared with a text by plain SQL only.
        if subject.engine == .mariaDB, let error = error as? DatabaseError, error.engineCode == 1300 { return true }
        guard let error = error as? ModelError else { return false }
        // A UUID is no bytes.
        if subject.engine == .mariaDB, error.code == .query, error.message.contains("has a type of its own") {
            return true
        }
        switch step {
        case .follow(let link, .joined, _):
            // A join would multiply the rows of a relationship that may lead to several.
            return error.code == .query && mayLeadToSeveral(subject.links[link], in: subject)
        case .follow(let link, _, _)
        where subject.engine == .mariaDB && error.message.contains("are not compared with"):
            return joinsTimesToNumbers(subject.links[link], in: subject)
        case .findKeys(let table, _, _), .findMany(let table, _, _):
            let spec = subject.tables[table]
            // Days of which many are read as one moment.
            if error.code == .query, spec.key.contains(where: { spec.columns[$0].form == .julian }) { return true }
            if error.code == .query, spec.key.contains(where: { isRounded(table, $0, subject) }) { return true }
            return spec.key.contains { mayNeedForm(table, $0, subject) }
        case .find(let table, _):
            return subject.tables[table].key.contains { mayNeedForm(table, $0, subject) }
        case .filter(let table, let condition, _): return mayNeedForm(table, condition.column, subject)
        case .filterRow(let table, let first, let second):
            return [first, second].contains { mayNeedForm(table, $0.column, subject) }
        case .page(let table, let orders, _):
            let spec = subject.tables[table]
            return (orders.map(\.column) + spec.key).contains { mayNeedForm(table, $0, subject) }
        case .aggregate(let table, _, let column): return mayNeedForm(table, column, subject)
        // Changes judge what they throw themselves: what comes out of them is expected.
        case .change: return true
        case .path, .follow, .order, .findRaw, .race, .commits: return false
        }
    }

    static func mayLeadToSeveral(_ link: LinkSpec, in subject: OracleCase) -> Bool {
        switch link.kind {
        case .belongsTo:
            link.references != nil || subject.tables[link.target].constraint != .primaryKey || findsTexts(link, subject)
        default: true
        }
    }

    /// Whether a timestamp is joined to a BIGINT: for MariaDB's join 20240101 is a day, but a bound timestamp becomes the
    /// number 20240101000000.
    private static func joinsTimesToNumbers(_ link: LinkSpec, in subject: OracleCase) -> Bool {
        func joins(_ source: Int, _ columns: [Int], _ target: Int, _ others: [Int]) -> Bool {
            zip(columns, others).contains { column, other in
                let types = [subject.tables[source].columns[column].type, subject.tables[target].columns[other].type]
                return types.contains { $0.hasPrefix("DATETIME") } && types.contains { $0.hasPrefix("BIGINT") }
            }
        }
        let (references, source, target) = (link.references, subject.tables[link.source], subject.tables[link.target])
        guard let join = link.join else {
            return link.kind == .belongsTo
                ? joins(link.source, link.foreignKey, link.target, references ?? target.key)
                : joins(link.target, link.foreignKey, link.source, references ?? source.key)
        }
        return joins(join, link.foreignKey, link.source, references ?? source.key)
            || joins(join, link.targetForeignKey, link.target, link.targetReferences ?? target.key)
    }

    /// Whether a number is looked up among texts, of which several may mean it; on a server, a padded text among those
    /// with blanks, or a rounded number among exact ones.
    private static func findsTexts(_ link: LinkSpec, _ subject: OracleCase) -> Bool {
        guard subject.engine == .sqlite else {
            return zip(link.foreignKey, subject.tables[link.target].key).contains { here, there in
                let (here, there) = (
                    subject.tables[link.source].columns[here].type, subject.tables[link.target].columns[there].type
                )
                // Texts of another collation, dates of which only the day is compared, numbers that are compared as DOUBLE.
                if subject.engine == .mariaDB { return here != there }
                if here.hasPrefix("CHAR") { return !there.hasPrefix("CHAR") }
                return ["REAL", "DOUBLE"].contains { here.hasPrefix($0) } && !there.hasSuffix("INTEGER")
                    && here != there
            }
        }
        func holdsTexts(_ type: String) -> Bool {
            type.isEmpty || ["CHAR", "TEXT", "BLOB"].contains { type.contains($0) }
        }
        let target = subject.tables[link.target]
        return zip(link.foreignKey, target.key).contains { here, there in
            !holdsTexts(subject.tables[link.source].columns[here].type) && holdsTexts(target.columns[there].type)
        }
    }

    /// Whether a server's column holds more digits than its property: several numbers are one then, but for 0.
    private static func isRounded(_ table: Int, _ column: Int, _ subject: OracleCase) -> Bool {
        let spec = subject.tables[table].columns[column]
        return subject.engine != .sqlite && spec.form == nil
            && (spec.type == "NUMERIC" || spec.type.hasPrefix("NUMERIC(20"))
            && subject.tables[table].property(column).type == .real
    }

    /// Whether a column holds what its property reads in several spellings, none of which was declared.
    static func mayNeedForm(_ table: Int, _ column: Int, _ subject: OracleCase) -> Bool {
        let spec = subject.tables[table].columns[column]
        if let form = spec.form { return !form.isOrdered(in: spec.type) }
        guard subject.engine == .sqlite else {
            return switch subject.tables[table].property(column).type {
            case .int: ["TEXT", "CHAR"].contains { spec.type.contains($0) }
            // The order of numbers is not that of their digits.
            case .text:
                spec.type.contains("INT") || spec.type.hasPrefix("NUMERIC")
                    || spec.type.hasPrefix("DOUBLE")
            case .real where subject.engine == .mariaDB && isRounded(table, column, subject): true
            case .real, .decimal, .date: ["TEXT", "CHAR"].contains { spec.type.contains($0) }
            default: false
            }
        }
        return switch subject.tables[table].property(column).type {
        case .number, .any: false
        case .int: !["INTEGER", "BIGINT"].contains(spec.type)
        case .text: !spec.type.hasPrefix("TEXT") && !spec.type.hasPrefix("VARCHAR")
        case .real: !["REAL", "DOUBLE"].contains(spec.type)
        default: true
        }
    }
}
