#if MySQL
    import ZIMDb

    /// The constraint that an error message of the server refers to.
    struct MySQLConstraint {
        private let failure: MySQLFailure

        init(_ failure: MySQLFailure) { self.failure = failure }

        /// - Parameters:
        ///   - sql: the statement that failed.
        ///   - connection: looks up the columns of a key.
        func violation(of sql: String, on connection: MySQLConnection) -> ConstraintViolation {
            let message = failure.message
            var target = Self.target(of: sql)
            switch failure.number {
            case 1062, 1586:
                var violation = ConstraintViolation(kind: .unique, table: target?.last)
                guard let behind = message.ranges(of: "' for key '").last else { return violation }
                var name = String(message[behind.upperBound...].dropLast(message.hasSuffix("'") ? 1 : 0))
                // MySQL 8 says the table before the key, which is another one where a trigger writes to it.
                var table = target?.last.flatMap { name.hasPrefix($0 + ".") ? $0 : nil }
                if table == nil, connection.server.namesTablesOfKeys {
                    table = name.firstIndex(of: ".").map { String(name[..<$0]) }
                }
                if let table {
                    name.removeFirst(table.count + 1)
                    (violation.table, target) = (table, (target?.dropLast() ?? []) + [table])
                }
                violation.name = name
                if name == "PRIMARY" { violation.kind = .primaryKey }
                guard let target else { return violation }
                let columns = connection.engine.catalog.columns(
                    of: name, in: target, ask: { try connection.ask($0) })
                // A trigger of it may have written to another table, whose key has less columns. A long entry is cut.
                let entry = message[..<behind.lowerBound]
                if table != nil || entry.count(where: { $0 == "-" }) >= columns.count - 1 || entry.hasSuffix("...") {
                    violation.columns = columns
                } else {
                    violation.table = nil
                }
                return violation
            case 1242: return ConstraintViolation(kind: .unique, table: target?.last)
            case 1451, 1452: return foreignKey(message)
            case 1216, 1217: return ConstraintViolation(kind: .foreignKey, table: target?.last)
            case 1048, 1364:
                var violation = ConstraintViolation(kind: .notNull, table: target?.last)
                if let column = Self.quoted(message, "'").first { violation.columns = [column] }
                return violation
            case 4025:
                // CONSTRAINT `positive` failed for `stock`.`item`
                let names = Self.quoted(message, "`")
                return ConstraintViolation(kind: .check, name: names.first, table: names.last ?? target?.last)
            case 3819:
                return ConstraintViolation(
                    kind: .check, name: Self.quoted(message, "'").first, table: target?.last)
            case 1369:
                // CHECK OPTION failed `shop`.`cheap`, of MySQL 'shop.cheap'
                let inOne = Self.quoted(message, "'").first?.split(separator: ".").last.map { String($0) }
                return ConstraintViolation(
                    kind: .check, table: Self.quoted(message, "`").last ?? inOne ?? target?.last)
            default:
                return ConstraintViolation(
                    kind: failure.state.hasPrefix("45") ? .trigger : .other, table: target?.last)
            }
        }

        /// `… (`db`.`child`, CONSTRAINT `name` FOREIGN KEY (`a`, `b`) REFERENCES `parent` (`a`, `b`))`
        private func foreignKey(_ message: String) -> ConstraintViolation {
            var violation = ConstraintViolation(kind: .foreignKey)
            guard let start = message.firstRange(of: "fails (") else { return violation }
            let text = message[start.upperBound...]
            let head = text.firstRange(of: " FOREIGN KEY (")
            let names = Self.quoted(String(text[..<(head?.lowerBound ?? text.endIndex)]), "`")
            violation.table = names.dropFirst().first
            violation.name = names.count > 2 ? names[2] : nil
            if let head {
                let rest = text[head.upperBound...]
                let end = rest.firstRange(of: ") REFERENCES")?.lowerBound ?? rest.endIndex
                violation.columns = Self.quoted(String(rest[..<end]), "`")
            }
            return violation
        }

        /// The quoted texts; a doubled quote stands for one.
        private static func quoted(_ text: String, _ quote: Character) -> [String] {
            var found: [String] = []
            var current: String?
            var characters = Array(text)[...]
            while let character = characters.popFirst() {
                guard character == quote else {
                    current?.append(character)
                    continue
                }
                if let name = current {
                    if characters.first == quote {
                        characters.removeFirst()
                        current = name + String(quote)
                    } else {
                        found.append(name)
                        current = nil
                    }
                } else {
                    current = ""
                }
            }
            return found
        }

        /// The table that a statement writes to: its database, if named, and its name.
        static func target(of sql: String) -> [String]? {
            let tokens = SQLTokenizer(sql, rules: .mySQL).tokens.filter { !$0.isSpace }
            guard
                var index = tokens.firstIndex(where: {
                    ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains($0.text.uppercased())
                })
            else { return nil }
            let skipped: Set = ["INTO", "IGNORE", "LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "FROM"]
            repeat { index += 1 } while index < tokens.count && skipped.contains(tokens[index].text.uppercased())
            guard index < tokens.count, tokens[index].kind == .identifier || tokens[index].kind == .keyword else {
                return nil
            }
            let first = tokens[index].name
            guard index + 2 < tokens.count, tokens[index + 1].text == ".",
                tokens[index + 2].kind == .identifier
            else {
                return [first]
            }
            return [first, tokens[index + 2].name]
        }
    }
#endif
