import BenchmarkHarness
import Foundation

/// A new contender is one more name here.
let others: [any Contender.Type] = [
    GRDBIdiomatic.self,
    GRDBFastest.self,
    ZIMReflected.self,
    ZIMKeyPaths.self,
    ZIMGenerated.self,
]

exit(BenchmarkCommand.run(CommandLine.arguments, raw: Raw.self, others: others))
