#if PostgreSQL
    import Testing
    import ZIMOrm

    private class Part: Model {
        var shelf = 0, place = 0
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["shelf", "place"] }
        override class var isAutoIncremented: Bool { false }
    }

    private final class NaturalPart: Part { var object: UInt64 = 0 }
    private final class WholePart: Part { var object = 0 }
    private final class RealPart: Part { var object = 0.0 }

    /// The server takes the last 32 bits of some numbers for an OID: -1 and 2⁶⁴ - 1 are 4294967295 to it.
    @Suite(.server) struct ObjectNumberTests {
        private static let script = """
            CREATE TABLE part (shelf int, place int, object oid, PRIMARY KEY (shelf, place));
            INSERT INTO part VALUES (1, 1, 4294967295), (1, 2, 7)
            """

        private func scratch() throws -> Scratch { try Scratch(Self.script) }

        @Test(arguments: [4_294_967_296, UInt64(1) << 63, .max])
        func largerNumbersAreRefused(_ number: UInt64) throws {
            let scratch = try scratch()
            let part = NaturalPart()
            (part.shelf, part.place, part.object) = (1, 3, number)
            let changes: [(Session) throws -> Void] = [
                { try $0.insert(part) }, { try $0.insert([NaturalPart(), part]) }, { try $0.upsert(part) },
                { try $0.query(NaturalPart.self).update(.set(\.object, number)) },
            ]
            for change in changes {
                let error = #expect(throws: ModelError.self) { try scratch.database.write { try change($0) } }
                #expect(error?.code == .value && error?.column == "object")
                #expect(error?.message.hasSuffix("it has more than 32 bits") == true, "\(error?.message ?? "")")
            }
            let others: [(Session) throws -> Void] = [
                { _ = try $0.query(NaturalPart.self).filter(\.object == number).count() },
                { _ = try $0.query(NaturalPart.self).filter(.in(\.object, [number] + Array(0..<600))).count() },
                { try $0.bulkInsert(into: "part", columns: ["shelf", "object"], rows: [[2, number.sqlValue]]) },
            ]
            for other in others {
                let error = #expect(throws: DatabaseError.self) { try scratch.database.write { try other($0) } }
                #expect(error?.code == .value)
                #expect(error?.message.hasSuffix("it is no number of 32 bits without a sign") == true)
            }
            #expect(try scratch.database.read { try $0.query(NaturalPart.self).count() } == 2)
        }

        @Test func numbersBelowZeroAreRefused() throws {
            let scratch = try scratch()
            try scratch.database.write { session in
                let (whole, real) = (try session.query(WholePart.self), try session.query(RealPart.self))
                let calls: [() throws -> Int] = [
                    { try whole.filter(\.object == -1).count() }, { try whole.filter(\.object > -1).count() },
                    { try whole.filter(.in(\.object, [-1] + Array(100..<700))).count() },
                    { try real.filter(\.object == -1).count() },
                ]
                for call in calls {
                    let error = #expect(throws: DatabaseError.self) { try call() }
                    #expect(error?.code == .value)
                }
                #expect(throws: ModelError.self) { try whole.update(.set(\.object, -1)) }
            }
        }

        @Test func allOthersAreKept() throws {
            let scratch = try scratch()
            try scratch.database.write { session in
                let numbers: [UInt64] = [0, 2_147_483_648, 4_294_967_295]
                for (place, number) in numbers.enumerated() {
                    let part = NaturalPart()
                    (part.shelf, part.place, part.object) = (2, place, number)
                    try session.insert(part)
                    let query = try session.query(NaturalPart.self).filter(\.shelf == 2)
                    #expect(try query.filter(\.object == number).all().map(\.place) == [place])
                    let list = [number] + Array(10..<700)
                    #expect(try query.filter(.in(\.object, list)).all().map(\.place) == [place])
                }
                #expect(try session.query(RealPart.self).filter(\.object > 7.5).count() == 3)
            }
        }
    }
#endif
