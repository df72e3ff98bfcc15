/// What the command line asks for.
struct Options {
    static let usage = """
        Benchmarks [--rounds N] [--only WORKLOAD]... [--contender NAME]... [--json FILE] [--svg FILE]

          --rounds N        counted rounds, 7 by default; one more warms up
          --only WORKLOAD   \(Workload.allCases.map(\.rawValue).joined(separator: ", "))
          --contender NAME  a contender whose name begins so; raw always runs
          --json FILE       an array of workload, contender, median_ms, ratio, unit
          --svg FILE        a chart of the ratios
        """

    var rounds = 7
    var workloads: [Workload] = []
    var contenders: [String] = []
    var json: String?
    var svg: String?
    var help = false

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--help" || option == "-h" {
                help = true
                continue
            }
            guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value\n\(Self.usage)") }
            switch option {
            case "--rounds":
                guard let count = Int(value), count > 0 else { throw BenchmarkError("--rounds \(value) is no count") }
                rounds = count
            case "--only": workloads += try value.split(separator: ",").map(Self.workload)
            case "--contender": contenders.append(value)
            case "--json": json = value
            case "--svg": svg = value
            default: throw BenchmarkError("unknown option \(option)\n\(Self.usage)")
            }
        }
        if workloads.isEmpty { workloads = Workload.allCases }
    }

    func selects(_ contender: any Contender.Type) -> Bool {
        contenders.isEmpty || contenders.contains { contender.name.hasPrefix($0) }
    }

    private static func workload(_ name: Substring) throws -> Workload {
        guard let workload = Workload(rawValue: String(name)) else {
            throw BenchmarkError("unknown workload \(name)\n\(usage)")
        }
        return workload
    }
}
