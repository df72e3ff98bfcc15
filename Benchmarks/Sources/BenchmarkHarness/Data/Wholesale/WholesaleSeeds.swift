/// The rows that TPC-C's tables begin with, each worked out from its key, so that none need be kept.
struct WholesaleSeeds {
    static let warehouses = 2
    static let districts = 10
    static let customers = 3_000
    static let items = 100_000
    /// Orders from this one on are not delivered yet.
    static let firstPending = 2_101
    /// 2026-03-01 08:00 UTC.
    static let opening = 1_772_352_000

    /// For each district the customer of order 1, of order 2, …: each customer has ordered once.
    private let buyers: [[Int]]

    init() {
        var random = RandomNumbers(seed: 51)
        buyers = (0..<Self.warehouses * Self.districts).map { _ in
            (1...Self.customers).shuffled(using: &random)
        }
    }

    struct Line: Equatable {
        let item: Int
        let supplier: Int
        let quantity: Int
        let amount: Double
    }

    func buyer(_ warehouse: Int, _ district: Int, order: Int) -> Int {
        buyers[(warehouse - 1) * Self.districts + district - 1][order - 1]
    }

    func orders(_ warehouse: Int, _ district: Int) -> [Int] { buyers[(warehouse - 1) * Self.districts + district - 1] }

    static func entered(order: Int) -> Int { opening + order * 60 }

    static func carrier(_ warehouse: Int, _ district: Int, order: Int) -> Int? {
        order < firstPending ? 1 + pick(10, 1, warehouse, district, order) : nil
    }

    static func lines(_ warehouse: Int, _ district: Int, order: Int) -> [Line] {
        (1...5 + pick(11, 2, warehouse, district, order)).map { number in
            let cents = order < firstPending ? 0 : 1 + pick(999_999, 3, warehouse, district, order, number)
            return Line(
                item: 1 + pick(items, 4, warehouse, district, order, number), supplier: warehouse, quantity: 5,
                amount: Double(cents) / 100)
        }
    }

    /// Three syllables of a number below 1,000 (clause 4.3.2.3).
    static func lastName(_ number: Int) -> String {
        let syllables = ["BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"]
        return syllables[number / 100 % 10] + syllables[number / 10 % 10] + syllables[number % 10]
    }

    static func lastName(_ warehouse: Int, _ district: Int, customer: Int) -> String {
        lastName(customer <= 1_000 ? customer - 1 : pick(1_000, 5, warehouse, district, customer))
    }

    /// No two customers of a district share it.
    static func firstName(_ warehouse: Int, _ district: Int, customer: Int) -> String {
        letters(8, 6, warehouse, district, customer) + String(customer)
    }

    static func balance(customer: Int) -> Double { -10 - Double(customer % 8) / 4 }

    static func price(item: Int) -> Double { Double(100 + pick(9_901, 7, item)) / 100 }

    static func quantity(_ warehouse: Int, item: Int) -> Int { 10 + pick(91, 8, warehouse, item) }

    static func distribution(_ warehouse: Int, item: Int, district: Int) -> String {
        letters(24, 9, warehouse, item, district)
    }

    /// A number below the bound that depends on nothing but the key and the salt.
    static func pick(_ bound: Int, _ salt: Int, _ key: Int...) -> Int {
        var seed = UInt64(truncatingIfNeeded: salt)
        for part in key { seed = seed &* 0x100_0000_01b3 &+ UInt64(truncatingIfNeeded: part) }
        var random = RandomNumbers(seed: seed)
        return Int(random.next() % UInt64(bound))
    }

    /// Letters that depend on nothing but the key and the salt.
    static func letters(_ count: Int, _ salt: Int, _ key: Int...) -> String {
        var seed = UInt64(truncatingIfNeeded: salt)
        for part in key { seed = seed &* 0x100_0000_01b3 &+ UInt64(truncatingIfNeeded: part) }
        var random = RandomNumbers(seed: seed)
        return String(unsafeUninitializedCapacity: count) { bytes in
            var word: UInt64 = 0
            for index in 0..<count {
                if index % 8 == 0 { word = random.next() }
                bytes[index] = UInt8(ascii: "a") + UInt8(truncatingIfNeeded: word & 0xff) % 26
                word >>= 8
            }
            return count
        }
    }
}
