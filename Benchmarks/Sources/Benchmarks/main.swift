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

var servers: [ServerContenders] = []
#if PostgreSQL || MySQL
    let forms: [any ServerContender.Type] = [ZIMServerReflected.self, ZIMServerKeyPaths.self, ZIMServerGenerated.self]
#endif
#if PostgreSQL
    servers.append(ServerContenders(.postgreSQL, raw: RawServer.self, others: forms))
#endif
#if MySQL
    servers.append(ServerContenders(.mySQL, raw: RawMySQL.self, others: forms))
#endif

exit(BenchmarkCommand.run(CommandLine.arguments, raw: Raw.self, others: others, servers: servers))
