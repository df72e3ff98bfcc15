#if MySQL
    import Foundation
    import Testing
    import ZIMOrm

    /// Numbers with a floating point in columns of texts: what another program finds there is what the server writes of such a
    /// number, and a text too long for its column is an error, where the server would round the number.
    @Suite(.server) struct RealTextTests {
        final class Sample: Model {
            var site = "", number = 0
            var value: Double?
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
                5e-7,
                1e-14, 1.5e-14, 1e-15, 1.5e-15, -2.5e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi * 1e14,
                .pi * 1e15,
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
            #expect(differing == [])
            let read = try database.read {
                try $0.query(Sample.self).filter(\Sample.site == "a").orderBy(\.number).all()
            }
            #expect(read.map(\.value) == numbers)
        }

        @Test func infinityIsRefused() throws {
            let database = try Server.database(Self.script)
            let sample = Sample()
            (sample.site, sample.number) = ("a", 1)
            for number in [Double.infinity, -.infinity, .nan] {
                sample.value = number
                for call in [{ try $0.insert(sample) }, { try $0.insert([sample]) }, { try $0.upsert(sample) }]
                    as [(Session) throws -> Void]
                {
                    let error = #expect(throws: ModelError.self) { try database.write { try call($0) } }
                    #expect(error?.code == .value && error?.column == "value" && error?.table == "sample")
                }
            }
            #expect(try database.read { try $0.query(Sample.self).count() } == 0)
        }
    }
#endif
