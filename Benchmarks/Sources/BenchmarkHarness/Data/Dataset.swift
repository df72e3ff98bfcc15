/// The tables that workloads run on, the values in them, and what is right.
protocol Dataset: AnyObject {
    /// Queries that read every page of the tables and of their indexes into a connection's cache.
    static var warming: [String] { get }

    /// The file that a reading workload opens and that each run of a writing one gets a copy of.
    func path(for workload: Workload) -> String

    /// What a correct contender reads or leaves behind, worked out in Swift.
    func expected(_ workload: Workload) throws -> Digest

    /// Runs a workload once on an open contender; what it read, or nil when it wrote.
    func run(_ workload: Workload, on contender: any Contender, _ watch: Stopwatch) throws -> Digest?

    /// What a writing workload has left in a file.
    func stored(_ workload: Workload, path: String) throws -> Digest
}

/// The datasets by name; one is made when the first of its workloads runs.
enum DatasetKind {
    case people, wholesale, ledger, courses, archive

    func make(in folder: Workplace, rows: Int) throws -> any Dataset {
        switch self {
        case .people: try PeopleDataset(in: folder)
        case .wholesale: try WholesaleDataset(in: folder)
        case .ledger: try LedgerDataset(in: folder, rows: rows)
        case .courses: try CoursesDataset(in: folder)
        case .archive: try ArchiveDataset(in: folder)
        }
    }

    var warming: [String] {
        switch self {
        case .people: PeopleDataset.warming
        case .wholesale: WholesaleDataset.warming
        case .ledger: LedgerDataset.warming
        case .courses: CoursesDataset.warming
        case .archive: ArchiveDataset.warming
        }
    }
}
