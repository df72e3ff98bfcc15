import ZIMOrm
import ZIMSql

/// In what the engines differ at either end of a copy.
protocol CopyTraits: CopySourceTraits, CopyTargetTraits {
    var dialect: any SQLDialect { get }
    /// The function that counts the characters of a text.
    var lengthFunction: String { get }
    /// Whether `||` joins texts.
    var joinsWithBars: Bool { get }
}

/// What an engine is asked when it is the source.
protocol CopySourceTraits: Sendable {
    /// Readies the session that everything is read in.
    func prepare(_ session: Session) throws
    /// The first statement of a transaction that is to see what this one sees; nil where nothing but its begin says it.
    func snapshot(_ session: Session) throws -> SQL?
    /// Has a session see what is there now, and not what will be there when it asks for the first time.
    func beginReading(_ session: Session) throws
    /// Asks what may fail, without an end of the transaction that everything is read in.
    func attempt<T>(_ session: Session, _ question: (Session) throws -> T) throws -> T
    /// The tables to copy, and the schemas whose sequences and views are; nil for those of all.
    ///
    /// - Throws: ``ToolError`` for a schema that is not there.
    func schemas(_ session: Session, only names: [String]) throws -> (DatabaseSchema, Set<String>?)
    /// The schema whose tables their bare names find; nil where there are no schemas.
    func home(_ session: Session) throws -> String?
    /// What the columns of a table hold; for the types of its own columns the engine may have to look at the values.
    func origins(
        of table: TableSchema, in source: CopySource, tick: (Int) throws -> Void
    ) throws -> [String: CopyOrigin]
    /// The table's own rows, without those of others that inherit from it.
    func ownRows(of table: TableSchema) -> SQLTable
    /// How the rows of a table are gone through, and whether that is no column.
    func rowKey(of table: TableSchema) -> (names: [String], isHidden: Bool)
    /// Whether the tables of a copy to the same engine are made from the text that the source has of them.
    var hasDefinitions: Bool { get }
    /// The column that the engine numbers by itself.
    func identity(of table: TableSchema, in source: CopySource) -> CopyIdentity?
    /// Whether the names of tables, and columns without quotes, are the same in upper and lower case.
    var isCaseless: Bool { get }
    /// Whether a key over a part of an index takes `a` and `A` for one value, as the target does not.
    func ignoresCase(_ part: IndexSchema.Part, of table: TableSchema) -> Bool
    /// Whether values may be of another type than their columns, and keys be NULL.
    var holdsAnything: Bool { get }
    /// Whether rows may break the foreign keys of their table as other engines understand them.
    var mayBreakKeys: Bool { get }
    /// The column of which an index that keeps no rows apart has the beginnings; nil for any other part.
    func column(ofBeginning part: IndexSchema.Part) -> String?
    /// Whether two tables may have indexes of the same name.
    var hasIndexNamesByTable: Bool { get }
    /// What a row and its parent, `zim_child` and `zim_parent`, are to each other besides what the foreign key says, as other
    /// engines understand it. Empty where its own comparison is that of others.
    func exactness(of link: LinkSchema, _ session: Session) throws -> [SQLExpression]
    /// What a key over whole columns is called; nil where that is no name of its own.
    func name(of index: IndexSchema, in table: TableSchema, _ text: SQLiteTableText) -> String?
    /// Whether a foreign key that says nothing restricts.
    var restrictsAnyway: Bool { get }
    /// The default of a column, and whether its characters are those that it has.
    func defaultValue(
        of column: ColumnSchema, in table: TableSchema, _ session: Session
    ) throws -> (text: String?, isExact: Bool)
    /// Whether a column of labels may hold `''` for what was none.
    var storesNoLabel: Bool { get }
    /// Whether a moment becomes a text without its zone, which is UTC.
    var printsInstantsWithoutZone: Bool { get }
    /// Whether columns are numbered by sequences, which are copied between two of the same engine.
    var numbersBySequences: Bool { get }
    /// Names that are one to the engine have one key.
    func key(ofName name: String) -> [UInt8]
    /// The labels of a column that is an enumeration, and whether their characters are those that they have.
    func labels(
        of column: ColumnSchema, in table: TableSchema, _ source: CopySource
    ) throws -> (labels: [String], areExact: Bool)
    /// The checks of a table, as they were written.
    func checks(of table: TableSchema, _ text: SQLiteTableText, in session: Session) throws -> [CopySourceCheck]
    /// The text of a literal in its own SQL.
    func text(ofLiteral token: SQLToken) -> String
    /// Names what there is besides tables, columns, keys, checks and indexes.
    func takeRest(_ planner: inout CopyPlanner, into plan: inout CopyPlan, _ choice: CopyChoice) throws
    /// What a table is called that is none of its own.
    var virtualWords: String { get }
}

/// What an engine is asked when it is the target.
protocol CopyTargetTraits: Sendable {
    /// The type that a column of another engine gets.
    func typing(of origin: CopyOrigin) -> CopyTyping
    /// The type that a person asked for.
    func typing(asked type: String) -> CopyTyping
    /// The next kind that holds all that a number holds, and more.
    func wider(number kind: CopyKind) -> CopyKind
    /// Whether it lacks some of the values that a column of a kind may hold on another server.
    func canLack(_ kind: CopyKind) -> Bool
    /// Whether a foreign key's column of one kind can reference one of another.
    func canReference(_ parent: CopyKind, from child: CopyKind) -> Bool
    /// Whether tables are made in schemas; otherwise `sales.orders` becomes `sales_orders`.
    var hasSchemas: Bool { get }
    /// How long names may be; nil for any length, and where they may be empty.
    var nameLimit: CopyNameLimit? { get }
    /// Why a name cannot be had, in words that go on from it; nil where it can.
    func objection(toName name: String) -> String?
    /// Whether names are in the way.
    func checkNames(_ tables: [CopyTable], _ add: @escaping (InvalidValue) throws -> Void) throws
    /// The value that is written, of those that not every engine holds.
    func value(real number: Double) throws(Unfit) -> SQLValue
    func value(decimal: DecimalNumber, of kind: CopyKind) throws(Unfit) -> SQLValue
    /// `NaN` and the infinities of a decimal number.
    func value(special number: Double) throws(Unfit) -> SQLValue
    func value(text: String, of kind: CopyKind) throws(Unfit) -> SQLValue
    func value(day days: Int64) throws(Unfit) -> SQLValue
    func value(instant: Int64, isZoned: Bool) throws(Unfit) -> SQLValue
    func value(time: Int64) throws(Unfit) -> SQLValue
    /// `0000-00-00`, which no calendar has.
    func value(noDay text: String) throws(Unfit) -> SQLValue
    /// Why a column cannot be numbered by the engine; nil where it can.
    func objection(toNumbering column: String, of table: CopyTable) -> String?
    /// The default that is the time; nil where a column of the kind cannot hold it.
    func now(for kind: CopyKind, isDay: Bool) -> SQLDefaultValue?
    func defaultValue(truth: Bool) -> SQLDefaultValue
    /// Decides what depends on all values, when they have been checked.
    func adaptToValues(_ plan: inout CopyPlan, _ source: CopySource, _ invalidValues: InvalidValueList) throws
    /// How it compares texts, in a sentence about a text that has a collation of the source's.
    var comparison: String { get }
    /// Whether foreign keys can wait for the end of the transaction.
    var hasDeferredKeys: Bool { get }
    /// Whether it does what a foreign key says with SET DEFAULT.
    var hasSetDefault: Bool { get }
    /// Whether a key can have a column of JSON.
    var hasJSONKeys: Bool { get }
    /// The statement that makes a table without rows.
    func create(_ table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable
    /// The statement that makes an index.
    func create(_ index: CopyIndex, of table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable
    /// The statements that add a unique key and a foreign key to a table.
    func add(_ key: CopyKey, to table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable
    func add(_ key: CopyForeignKey, to table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable
    /// The keys and checks that are made when all rows are there.
    func keys(_ ddl: CopyDDL) -> [CopyDDL.Step]
    /// The type of a key that is the name of a table.
    var nameType: SQLDataType { get }
    /// Whether it holds each value that is read in a plain form, and takes that.
    var holdsPlainValues: Bool { get }
    /// Whether checks are added to the tables when all rows are there.
    var addsChecksLast: Bool { get }
    /// Whether the foreign keys of all tables have different names.
    var sharesKeyNames: Bool { get }
    /// Which row it refused, in words; empty where its error says so.
    func words(ofRefusedRow row: String) -> String
    /// Whether a rollback undoes DDL.
    var undoesDDL: Bool { get }
}

/// What a column of the source is.
struct CopyOrigin: Sendable, Hashable {
    let kind: CopyKind
    /// The type as the source calls it.
    let declared: String
    /// What somebody should know who did not expect the kind.
    let note: String?
    /// Whether spaces at the end fill the column up, and are no part of the value.
    let isPadded: Bool

    init(_ kind: CopyKind, _ declared: String = "", note: String? = nil, isPadded: Bool = false) {
        self.kind = kind
        self.declared = declared
        self.note = note
        self.isPadded = isPadded
    }
}

/// A check as the source has it.
struct CopySourceCheck {
    let name: String?
    /// As a person reads it.
    let text: String
    let tokens: [SQLToken]
    /// Whether its texts are what they are; the server may print something else.
    var isExact = true
}

extension CopyTraits {
    /// How the SQL of its catalogue is divided into tokens.
    var rules: SQLLexicalRules { dialect.rules }
    func prepare(_ session: Session) throws {}
    func snapshot(_ session: Session) throws -> SQL? { nil }
    func beginReading(_ session: Session) throws {}
    func attempt<T>(_ session: Session, _ question: (Session) throws -> T) throws -> T { try question(session) }
    func home(_ session: Session) throws -> String? { nil }
    func name(of index: IndexSchema, in table: TableSchema, _ text: SQLiteTableText) -> String? {
        QualifiedName.table(of: index.name, schema: table.schema)
    }
    func defaultValue(
        of column: ColumnSchema, in table: TableSchema, _ session: Session
    ) throws -> (text: String?, isExact: Bool) {
        (column.defaultValue, true)
    }
    var restrictsAnyway: Bool { false }
    var storesNoLabel: Bool { false }
    var printsInstantsWithoutZone: Bool { false }
    var numbersBySequences: Bool { false }
    func key(ofName name: String) -> [UInt8] { Array(name.utf8) }
    var holdsPlainValues: Bool { false }
    var addsChecksLast: Bool { false }
    var sharesKeyNames: Bool { false }
    func words(ofRefusedRow row: String) -> String { " (in or before the row \(row))" }
    var hasSchemas: Bool { false }
    var lengthFunction: String { "length" }
    var joinsWithBars: Bool { true }
    func ownRows(of table: TableSchema) -> SQLTable { table.identifier.sqlTable }
    var hasDefinitions: Bool { false }
    var isCaseless: Bool { false }
    func ignoresCase(_ part: IndexSchema.Part, of table: TableSchema) -> Bool { false }
    var holdsAnything: Bool { false }
    var mayBreakKeys: Bool { false }
    func rowKey(of table: TableSchema) -> (names: [String], isHidden: Bool) { (table.primaryKey, false) }
    func labels(
        of column: ColumnSchema, in table: TableSchema, _ source: CopySource
    ) throws -> (labels: [String], areExact: Bool) {
        (source.schema.type(of: column)?.labels ?? [], true)
    }
    func column(ofBeginning part: IndexSchema.Part) -> String? { nil }
    var hasIndexNamesByTable: Bool { false }
    func exactness(of link: LinkSchema, _ session: Session) throws -> [SQLExpression] { [] }
    func text(ofLiteral token: SQLToken) -> String { token.unquotedName }
    var virtualWords: String { "a foreign table" }
    func checks(of table: TableSchema, _ text: SQLiteTableText, in session: Session) throws -> [CopySourceCheck] {
        table.checks.map { check in
            CopySourceCheck(
                name: check.name, text: check.condition,
                tokens: SQLTokenizer(check.condition, rules: rules).tokens.filter { !$0.isSpace })
        }
    }
    func canReference(_ parent: CopyKind, from child: CopyKind) -> Bool { true }
    var nameLimit: CopyNameLimit? { nil }
    func objection(toNumbering column: String, of table: CopyTable) -> String? {
        table.column(column)?.kind.isInteger == true
            ? nil : "not autoincremented: its type is not an integer"
    }
    func defaultValue(truth: Bool) -> SQLDefaultValue { .expression(truth ? .true : .false) }
    func value(text: String, of kind: CopyKind) throws(Unfit) -> SQLValue { .text(text) }
    func value(noDay text: String) throws(Unfit) -> SQLValue { .text(text) }
    func value(time: Int64) throws(Unfit) -> SQLValue { .text(TimestampText.time(time)) }
    func value(day days: Int64) throws(Unfit) -> SQLValue { .text(TimestampText.date(days)) }
    func adaptToValues(_ plan: inout CopyPlan, _ source: CopySource, _ invalidValues: InvalidValueList) throws {}
    var hasDeferredKeys: Bool { true }
    var hasSetDefault: Bool { true }
    var hasJSONKeys: Bool { true }
    var undoesDDL: Bool { true }
    var nameType: SQLDataType { .text }
    func keys(_ ddl: CopyDDL) -> [CopyDDL.Step] { [] }
    func add(_ key: CopyKey, to table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        AlterTableStatement(ddl.identifier(table.name)).unique(key.columns, name: key.name)
    }
    func add(_ key: CopyForeignKey, to table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        AlterTableStatement(ddl.identifier(table.name)).foreignKey(
            key.columns, references: ddl.identifier(key.parent), key.references, onDelete: key.onDelete,
            onUpdate: key.onUpdate, deferrable: key.isDeferred ? .initiallyDeferred : nil, name: key.name)
    }
    func create(_ index: CopyIndex, of table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        if let definition = index.definition {
            let kind = index.isUnique ? "UNIQUE INDEX" : "INDEX"
            let sql: SQL = """
                CREATE \(unsafe: kind) \(identifier: index.name) ON \(ddl.identifier(table.name)) \(unsafe: definition)
                """
            return sql
        }
        var statement = CreateIndexStatement(
            SQLIdentifier(index.name), on: ddl.identifier(table.name), unique: index.isUnique)
        for part in index.parts {
            statement = statement.column(part.expression, descending: part.isDescending)
        }
        if let condition = index.condition { statement = statement.where(sql: condition) }
        return statement
    }
}
