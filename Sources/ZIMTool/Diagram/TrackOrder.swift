/// Gives each line that turns between two layers a track of its own, in an order in which few of them cross.
enum TrackOrder {
    struct Net {
        let start: Double
        /// In their order from the top.
        let ends: [Double]
        let low: Double
        let high: Double
        /// Whether it goes straight on, and needs no track.
        var isStraight: Bool { high - low < 0.5 }

        init(start: Double, ends: [Double]) {
            self.start = start
            self.ends = ends.sorted()
            low = min(start, self.ends.first ?? start)
            high = max(start, self.ends.last ?? start)
        }

        /// How many ends are above a height.
        func ends(above height: Double) -> Int { ends.countAtBeginning { $0 < height } }
    }

    /// More passes than these would take longer than what they save is worth.
    private static let passes = 50

    /// The track of each net, from the left, and how many there are.
    static func tracks(_ nets: [Net]) -> (tracks: [Int], count: Int) {
        var order = nets.indices.filter { !nets[$0].isStraight }.sorted { nets[$0].start < nets[$1].start }
        // Neighbours change places as long as that saves crossings.
        for _ in 0..<min(order.count, passes) {
            var isBetter = false
            for index in order.indices.dropLast() {
                let (left, right) = (nets[order[index]], nets[order[index + 1]])
                if crossings(left: right, right: left) < crossings(left: left, right: right) {
                    order.swapAt(index, index + 1)
                    isBetter = true
                }
            }
            if !isBetter { break }
        }
        // Those that do not meet can share a track, where none that stands between would have to be crossed.
        var tracks = [Int](repeating: 0, count: nets.count)
        var taken: [[Net]] = []
        for index in order {
            let net = nets[index]
            var track = taken.count
            while track > 0, !taken[track - 1].contains(where: { $0.low - 6 <= net.high && net.low - 6 <= $0.high }) {
                track -= 1
            }
            if track == taken.count { taken.append([]) }
            taken[track].append(net)
            tracks[index] = track
        }
        return (tracks, taken.count)
    }

    /// How often two nets cross when one's track is to the left of the other's.
    private static func crossings(left: Net, right: Net) -> Int {
        var count = max(0, left.ends(above: right.high) - left.ends(above: right.low.nextUp))
        if left.low < right.start, right.start < left.high { count += 1 }
        return count
    }
}
