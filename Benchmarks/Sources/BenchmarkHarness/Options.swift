/// What the command line asks for.
struct Options {
    static let usage = """
        Benchmarks [--rounds N] [--all | --only WORKLOAD...] [--contender NAME]... [--json FILE] [--svg FILE]
        Benchmarks --growth [--rounds N] [--only AXIS...] [--json FILE] [--svg FILE]
        Benchmarks --postgres | --mysql [--rounds N] [--only WORKLOAD...] [--contender NAME]... [--json FILE]

          --rounds N        counted rounds, 7 by default; one more warms up
          --only WORKLOAD   \(Workload.standard.map(\.rawValue).joined(separator: ", "));
                            only when named or with --all, since they take minutes:
                            \(Workload.allCases.filter { !Workload.standard.contains($0) }.map(\.rawValue).joined(separator: ", "))
          --all             all of them
          --rows N          how many rows scan and scanmemory go through, 10,000,000 by default
          --growth          how the cost of a row grows, along each AXIS or one of
                            \(GrowthAxis.allCases.map(\.rawValue).joined(separator: ", "))
          --postgres        on a server that is started for the run; built with the trait PostgreSQL. WORKLOADs:
                            \(ServerWorkload.allCases.map(ServerEngine.postgreSQL.name).joined(separator: ", "))
          --mysql           the same with the trait MySQL; the names begin with my-
          --server URL      the same on a server that runs: the tables are made anew in its schema, on MySQL in its
                            database zim_bench
          --contender NAME  a contender whose name begins so; raw always runs
          --json FILE       an array of workload, contender, median_ms, ratio, unit
          --svg FILE        a chart of the ratios, or of the curves
          --markdown FILE   the tables, in place of what a page has between its marks <!-- table -->, <!-- large -->,
                            <!-- growth -->, <!-- postgres --> and <!-- mysql -->
          --from FILE       measures nothing: chart, tables and JSON of what earlier runs wrote with --json
        """

    var rounds = 7
    var workloads: [Workload] = []
    var axes: [GrowthAxis] = []
    var serverWorkloads: [ServerWorkload] = []
    var contenders: [String] = []
    var json: String?
    var svg: String?
    var markdown: String?
    var earlier: [String] = []
    var rows = 10_000_000
    var measuresGrowth = false
    var serverEngine: ServerEngine?
    var server: String?
    var help = false

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var names: [String] = []
        while let option = rest.popFirst() {
            if option == "--help" || option == "-h" {
                help = true
                continue
            }
            if option == "--all" {
                workloads = Workload.allCases
                continue
            }
            if option == "--growth" {
                measuresGrowth = true
                continue
            }
            if option == "--postgres" || option == "--mysql" {
                serverEngine = option == "--mysql" ? .mySQL : .postgreSQL
                continue
            }
            guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value\n\(Self.usage)") }
            switch option {
            case "--rounds":
                guard let count = Int(value), count > 0 else { throw BenchmarkError("--rounds \(value) is no count") }
                rounds = count
            case "--rows":
                guard let count = Int(value), count > 0 else { throw BenchmarkError("--rows \(value) is no count") }
                rows = count
            case "--only": names += value.split(separator: ",").map(String.init)
            case "--contender": contenders.append(value)
            case "--json": json = value
            case "--svg": svg = value
            case "--server":
                serverEngine = value.hasPrefix("mysql:") ? .mySQL : .postgreSQL
                server = value
            case "--markdown": markdown = value
            case "--from": earlier.append(value)
            default: throw BenchmarkError("unknown option \(option)\n\(Self.usage)")
            }
        }
        if measuresGrowth {
            axes = names.isEmpty ? GrowthAxis.allCases : try names.map { try Self.named($0, "axis") }
        } else if let serverEngine {
            serverWorkloads = try names.map { name in
                let all = ServerWorkload.allCases
                guard let workload = all.first(where: { serverEngine.name(of: $0) == name }) else {
                    throw BenchmarkError("unknown workload \(name)\n\(Self.usage)")
                }
                return workload
            }
            if names.isEmpty { serverWorkloads = ServerWorkload.allCases }
        } else if !names.isEmpty {
            workloads = try names.map { try Self.named($0, "workload") }
        } else if workloads.isEmpty {
            workloads = Workload.standard
        }
    }

    func selects(_ contender: any Contender.Type) -> Bool {
        contenders.isEmpty || contenders.contains { contender.name.hasPrefix($0) }
    }

    private static func named<Choice: RawRepresentable<String>>(_ name: String, _ kind: String) throws -> Choice {
        guard let choice = Choice(rawValue: name) else {
            throw BenchmarkError("unknown \(kind) \(name)\n\(usage)")
        }
        return choice
    }
}
