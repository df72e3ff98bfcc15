#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm
    @testable import ZIMPostgres

    /// Values in casts and calls mean the same as parameters and as literals: the server would take a parameter for the type
    /// that is declared there.
    @Suite(.server) struct BuiltCastTests {
        private func value(_ expression: SQLExpression, _ database: Database) throws -> [SQLValue] {
            let statement = SelectStatement().column(expression)
            let text = SQL(unsafe: try statement.text(for: .postgreSQL))
            return try database.read { try $0.rows(statement).map(\.values)[0] + $0.rows(text).map(\.values)[0] }
        }

        @Test func castsToWholeNumbers() throws {
            let scratch = try Scratch("")
            let half = Decimal(5) / 2
            let numbers: [(SQLExpression, SQLValue)] = [
                (.value(2.5), 3), (.value(-2.5), -3), (.value(3.5), 4), (.value(half), 3), (.value(0 - half), -3),
                (.value(4.0), 4), (.value(7), 7), (.value("7"), 7),
            ]
            for (number, whole) in numbers {
                for type in [SQLDataType.integer, .bigInt, .smallInt, "int4", "Bigint"] {
                    #expect(try value(number.cast(as: type), scratch.database) == [whole, whole])
                }
            }
            #expect(try value(.value(0.1).cast(as: .double), scratch.database) == [0.1, 0.1])
        }

        /// The day in UTC, whatever the time zone of the session.
        @Test func castsToDays() throws {
            let scratch = try Scratch("")
            let days = try scratch.database.read { session in
                try session.execute("SET LOCAL TIME ZONE 'Asia/Tokyo'")
                let date = SQLExpression.value(Date(timeIntervalSince1970: 86_399))
                return try session.rows(SelectStatement().column(date.cast(as: .date)))
            }
            #expect(try days.first?.get(0, as: String.self) == "1970-01-01")
        }

        @Test func functionsOfValues() throws {
            let scratch = try Scratch("")
            let large = 9_007_199_254_740_993
            let calls: [(SQLExpression, SQLValue)] = [
                (.function("abs", .value(-large)), .integer(Int64(large))), (~SQLExpression.function("abs", 7), -8),
                (.function("mod", .value(large), 10), 3), (.function("abs", -2.5), 2.5),
                (.length(.value([1, 2, 3] as [UInt8])), 3), (.length("äö"), 2),
                (.function("octet_length", .value([1, 2, 3] as [UInt8])), 3),
            ]
            for (call, expected) in calls { #expect(try value(call, scratch.database) == [expected, expected]) }
        }
    }
#endif
