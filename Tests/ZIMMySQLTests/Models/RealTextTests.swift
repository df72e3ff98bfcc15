#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// Numbers with a floating point in columns of texts: what another program finds there is what the server writes of such a
    /// number, and a text too long for its column is an error, where the server would round the number.
    @Suite(.server) struct RealTextTests {
        final class Sample: Model {
            var site = "", number = 0
            var value: Double?, short: Double?
            override class var table: String { "sample" }
            override class var primaryKey: [String] { ["site", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        private static let script =
            "CREATE TABLE sample (site VARCHAR(10), number INT, value VARCHAR(40), short VARCHAR(6), PRIMARY KEY (site, number))"

        @Test func theServerWritesTheSame() throws {
            let database = try Server.database(Self.script)
            var numbers = [
                0, -0.0, 1, -3, 7.5, 0.1 + 0.2, 1e14, 1e15, 123_456_789_012_345.6, 1_234_567_890_123_456, 1e16, 1e22,
                1e23, 2e23,
                5e-7, 1e-14, 1.5e-14, 1e-15, 1.5e-15, -2.5e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
                .pi * 1e14, .pi * 1e15,
            ]
            numbers += (-320...300).map { pow(10, Double($0)) * 1.0375 }
            let models = numbers.enumerated().map { index, number in
                let sample = Sample()
                (sample.site, sample.number, sample.value) = ("a", index, number)
                return sample
            }
            try database.write { session in
                try session.save(models)
                for (index, number) in numbers.enumerated() {
                    try session.execute("INSERT INTO sample (site, number, value) VALUES ('b', \(index), \(number))")
                }
            }
            let differing = try database.read {
                try $0.rows(
                    """
                    SELECT a.value, b.value FROM sample a JOIN sample b ON b.site = 'b' AND b.number = a.number
                    WHERE a.site = 'a' AND NOT a.value <=> b.value
                    """
                ).map(\.values)
            }
            // MySQL writes the sign of a zero.
            #expect(differing == (MySQLProduct.isMariaDB ? [] : [["0", "-0"]]))
            let read = try database.read {
                try $0.query(Sample.self).filter(\Sample.site == "a").orderBy(\.number).all()
            }
            #expect(read.map(\.value) == numbers)
        }

        /// A changed model, a list of them and an assignment write what an inserted one does.
        @Test func changesAreWrittenTheSame() throws {
            let database = try Server.database(Self.script)
            let samples = (1...3).map { number in
                let sample = Sample()
                (sample.site, sample.number) = ("a", number)
                return sample
            }
            try database.write { session in
                try session.insert(samples)
                samples[0].value = -3
                try session.save(samples[0])
                (samples[1].value, samples[2].value) = (1e22, 0.000_000_5)
                try session.update(Array(samples.dropFirst()))
                try session.query(Sample.self).update(.set(\.short, 70))
            }
            let stored = try database.read {
                try $0.rows("SELECT value, short FROM sample ORDER BY number").map(\.values)
            }
            #expect(stored == [["-3", "70"], ["1e22", "70"], ["0.0000005", "70"]])
        }

        @Test func whatIsLongerThanTheColumnIsAnError() throws {
            let database = try Server.database(Self.script)
            let sample = Sample()
            (sample.site, sample.number, sample.short) = ("a", 1, 0.1 + 0.2)
            for call in [{ try $0.insert(sample) }, { try $0.insert([sample]) }] as [(Session) throws -> Void] {
                let error = #expect(throws: DatabaseError.self) { try database.write { try call($0) } }
                #expect(
                    error?.message.contains("Data too long for column 'short'") == true, "\(String(describing: error))")
            }
            #expect(try database.read { try $0.query(Sample.self).count() } == 0)
            // The server itself rounds a bound number.
            try database.write {
                try $0.execute("INSERT INTO sample (site, number, short) VALUES ('a', 1, \(0.1 + 0.2))")
            }
            let rounded = try database.read { try $0.rows("SELECT short FROM sample").map(\.values) }
            #expect(rounded == [["0.3"]])
        }

        @Test func infinityIsRefused() throws {
            let database = try Server.database(Self.script)
            let sample = Sample()
            (sample.site, sample.number) = ("a", 1)
            for number in [Double.infinity, -.infinity, .nan] {
                sample.value = number
                let calls: [(Session) throws -> Void] = [
                    { try $0.insert(sample) }, { try $0.insert([sample]) }, { try $0.upsert(sample) },
                    { try $0.query(Sample.self).update(.set("value", number)) },
                ]
                for call in calls {
                    let error = #expect(throws: ModelError.self) { try database.write { try call($0) } }
                    #expect(error?.code == .value && error?.column == "value" && error?.table == "sample")
                }
            }
            #expect(try database.read { try $0.query(Sample.self).count() } == 0)
        }
    }
#endif
