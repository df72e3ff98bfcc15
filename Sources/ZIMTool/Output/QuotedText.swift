extension String {
    /// The text between double quotes, with the escapes that Swift and JSON share.
    ///
    /// - Parameter escape: how the language writes a scalar that would not be seen; nil for one that stays as it is.
    func quoted(_ escape: (UInt32) -> String?) -> String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: if let text = escape(scalar.value) { result += text } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result + "\""
    }
}
