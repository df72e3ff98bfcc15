// The code of Documentation/Migrations.md.
import ZIMOrm

// snippet.migrator
let migrator = Migrator([
    Migration("0001 stock", sql: "CREATE TABLE stock (warehouse INTEGER, item INTEGER, PRIMARY KEY (warehouse, item))"),
    Migration("0002 shelf") { session in
        try session.execute(AlterTableStatement("stock").column("shelf", type: .text))
    },
])
// snippet.end

let database = try Database.inMemory()
// snippet.run
let planned = try migrator.dryRun(database)  // the statements; everything runs, and is rolled back
let ran = try migrator.up(database)  // ["0001 stock", "0002 shelf"]
let status = try migrator.status(of: database)  // status.applied, status.pending, status.problem
// snippet.end
print(planned.count, ran, status.applied.count, status.pending.count)

let lots =
    // snippet.rebuild
    Migration("0003 lots") { session in
        try session.rebuild(
            table: "stock",
            as: CreateTableStatement("stock")
                .column("warehouse", type: .integer, .notNull).column("item", type: .integer, .notNull)
                .column("lot", type: .text, .notNull).column("place", type: .text)
                .primaryKey(["warehouse", "item", "lot"]),
            renaming: ["shelf": "place"], values: ["lot": "-"])
    }.rebuildingTables()
// snippet.end
print(try Migrator(migrator.migrations + [lots]).up(database))
