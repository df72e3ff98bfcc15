extension Array {
    /// Makes room for so many elements when the first is about to come: an array otherwise moves at the second and at
    /// the third, which is most of what building a short statement costs.
    @inline(__always)
    mutating func reserveFirst(_ count: Int) {
        if isEmpty { reserveCapacity(count) }
    }
}
