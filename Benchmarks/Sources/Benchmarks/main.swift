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

#if PostgreSQL
    let server: (raw: any ServerYardstick.Type, others: [any ServerContender.Type])? = (
        RawServer.self, [ZIMServerReflected.self, ZIMServerKeyPaths.self, ZIMServerGenerated.self]
    )
#else
    let server: (raw: any ServerYardstick.Type, others: [any ServerContender.Type])? = nil
#endif

exit(BenchmarkCommand.run(CommandLine.arguments, raw: Raw.self, others: others, server: server))
