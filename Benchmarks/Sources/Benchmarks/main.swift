import BenchmarkHarness
import Foundation

/// A new contender is one more name here.
let others: [any Contender.Type] = [
    RawTwoStatements.self,
    GRDBIdiomatic.self,
    GRDBFastest.self,
]

exit(BenchmarkCommand.run(CommandLine.arguments, raw: Raw.self, others: others))
