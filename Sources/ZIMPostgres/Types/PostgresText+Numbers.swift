#if PostgreSQL
    import Foundation
    import ZIMDb

    extension PostgresText {
        static func number(_ number: Double) -> String { text(of: number, whole: 0x1p53, most: 15) }
        static func number(_ number: Float) -> String { text(of: number, whole: 0x1p24, most: 6) }

        /// The fewest digits as the server writes them: without a point where there is nothing behind it, and with an exponent
        /// of two digits from a size on.
        ///
        /// - Parameters:
        ///   - whole: from here on not every whole number is one of the type.
        ///   - most: how many digits stand before the point without an exponent.
        ///
        /// Source: <https://www.postgresql.org/docs/15/datatype-numeric.html#DATATYPE-FLOAT>
        private static func text<Number: BinaryFloatingPoint & LosslessStringConvertible & CVarArg>(
            of number: Number, whole: Number, most: Int
        ) -> String {
            guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
            guard var text = DecimalNumber(number.description), !text.isZero else {
                return number.sign == .minus ? "-0" : "0"
            }
            if number.magnitude >= whole, !isInside(text, number) {
                // Longer ones, the nearest to the number of so many digits, until one does.
                let longer = (text.digits.count..<17).lazy.compactMap {
                    DecimalNumber(String(format: "%.\($0)e", number))
                }
                text = longer.first { isInside($0, number) } ?? text
            }
            if (-3...most).contains(text.point) { return text.text }
            return text.scientific { power in
                "e" + (power < 0 ? "-" : "+") + (power.magnitude < 10 ? "0" : "") + String(power.magnitude)
            }
        }

        /// Whether what is a little more and a little less than the text is read as the same number. 1e23 lies halfway between
        /// two, and the server does not rely on which of them is taken.
        private static func isInside<Number: BinaryFloatingPoint & LosslessStringConvertible>(
            _ text: DecimalNumber, _ number: Number
        ) -> Bool {
            text.neighbors.allSatisfy { Number($0) == number.magnitude }
        }
    }
#endif
