import ZIMOrm

/// Values of one column that its type, or other values of it, contradict.
struct ValueRules {
    let table: String
    let column: ColumnSchema
    let values: ColumnProfile

    var findings: [Finding] {
        var findings: [Finding] = []
        if values.invalidValues > 0, let example = values.invalidValue {
            findings.append(
                Finding(
                    .invalidValues, table, [column.name], count: values.invalidValues,
                    "\(values.invalidValues.grouped) of \(values.count.counted("value")) in \(column.name.printable) "
                        + "\(values.invalidValues == 1 ? "is" : "are") invalid for the type \(column.type.printable)",
                    example: "\(example.value) at \(example.row)",
                    advice: "Correct them, or give the property a type that can hold them"))
        }
        if values.brokenTexts > 0 {
            findings.append(
                Finding(
                    .brokenText, table, [column.name], count: values.brokenTexts,
                    "\(values.brokenTexts.counted("text")) in \(column.name.printable) \(values.brokenTexts == 1 ? "is" : "are") not valid UTF-8",
                    advice: "Find the encoding that they were written in, and convert them to UTF-8"))
        }
        let isDate = DeclaredType(column).family == .date
        if values.dates.count > 1, isDate || values.dateCount * 10 >= values.count * 9 {
            let forms = values.dates.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
            findings.append(
                Finding(
                    .mixedDates, table, [column.name], count: values.dateCount,
                    "\(column.name.printable) holds dates in \(forms.count) formats: "
                        + forms.map { "\($0.value.grouped) as “\($0.key.rawValue)”" }.joined(separator: ", "),
                    example: forms.compactMap { values.dateExamples[$0.key] }.map { "'\($0)'" }.joined(
                        separator: " and "),
                    advice: "Convert them to one format: until then SQL cannot compare them as dates"))
        }
        return findings
    }
}
