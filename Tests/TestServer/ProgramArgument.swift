/// `--seed 7`: a name and its value, as the programs of the tests take them.
package struct ProgramArgument {
    package let name: String
    package let value: String

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The arguments in pairs.
    package static func all(_ arguments: [String]) throws -> [ProgramArgument] {
        try stride(from: 0, to: arguments.count, by: 2).map { index in
            guard index + 1 < arguments.count else { throw Failure("\(arguments[index]) needs a value") }
            return ProgramArgument(name: arguments[index], value: arguments[index + 1])
        }
    }

    package func number<T: LosslessStringConvertible>() throws -> T {
        guard let number = T(value) else { throw Failure("\(name) \(value): not a number") }
        return number
    }

    package var isUnknown: Failure { Failure("unknown argument \(name)") }
}
