// Written by scripts/reserved-types.

extension SwiftName {
    /// The public types of the modules that generated classes stand beside.
    static let knownTypes = Set(
        """
        AffineTransform AlignmentOptions AlterTableStatement AnalyzeStatement Assignment AttachStatement Attachable
        AttachableWrapper Attachment AttributeContainer AttributeDynamicLookup AttributeScope
        AttributeScopeCodableConfiguration AttributeScopes AttributedString AttributedStringAttributeMutation
        AttributedStringKey AttributedStringProtocol AttributedSubstring BeginStatement BlockOperation Bug BulkRow
        Bundle ByteCountFormatStyle ByteCountFormatter CGFloat CGPoint CGRect CGRectEdge CGSize Calendar CharacterSet
        CocoaError CodableAttributedStringKey CodableConfiguration CodableWithConfiguration Column ColumnChanges
        ColumnConflict ColumnForm ColumnSchema ColumnValue Comment CommitStatement ComparableComparator Comparator
        ComparisonResult ConditionTrait Confirmation ConstraintViolation ContiguousBytes CreateIndexStatement
        CreateTableStatement CreateTriggerStatement CreateViewStatement CurrencyFormatStyleConfiguration CustomNSError
        CustomTestArgumentEncodable CustomTestStringConvertible Data DataProtocol DataSource DataSourceDefinition
        Database DatabaseChange DatabaseChanges DatabaseError DatabaseNotification DatabaseObservation DatabaseOptions
        DatabaseSchema Date DateComponents DateFormat DateFormatter DateInterval DateIntervalFormatter Decimal
        DecodableAttributedStringKey DecodableWithConfiguration DecodingConfigurationProviding DefaultFilter
        DeleteStatement Dependent DescriptiveNumberFormatConfiguration DetachStatement Dimension
        DiscontiguousAttributedSubstring DiscreteFormatStyle DispatchData DispatchDataIterator DispatchGroup
        DispatchIO DispatchObject DispatchPredicate DispatchQoS DispatchQueue DispatchSemaphore DispatchSource
        DispatchSourceHandler DispatchSourceProtocol DispatchSourceRead DispatchSourceSignal DispatchSourceTimer
        DispatchSourceUserDataAdd DispatchSourceUserDataOr DispatchSourceUserDataReplace DispatchSourceWrite
        DispatchSpecificKey DispatchTime DispatchTimeInterval DispatchTimeoutResult DispatchWallTime DispatchWorkItem
        DispatchWorkItemFlags DropIndexStatement DropTableStatement DropTriggerStatement DropViewStatement
        EncodableAttributedStringKey EncodableWithConfiguration EncodedModel EncodingConfigurationProviding
        EnergyFormatter ExecutionResult ExitStatus ExitTest Expectation ExpectationFailedError ExplainStatement
        Expression FileAttributeKey FileAttributeType FileHandle FileManager FileManagerDelegate FileProtectionType
        Filter FloatingPointFormatStyle FloatingPointParseStrategy FormatStyle FormatStyleCapitalizationContext
        Formatter FoundationClassColumn GroupedQuery Host ISO8601DateFormatter IndexPath IndexSchema IndexSet
        InflectionRule InputStream InsertStatement IntegerFormatStyle IntegerParseStrategy Issue IssueHandlingTrait
        JSONDecoder JSONEncoder JSONSerialization KeyPathComparator KeyedModels KnownIssueMatcher LengthFormatter
        ListFormatStyle Locale LocalizedError Locking LogEvent LogHandler Logger LoggingSystem
        MarkdownDecodableAttributedStringKey MassFormatter Measurement Migration MigrationStatus Migrations Migrator
        Model ModelDelegate ModelError ModelKey ModelProperties Morphology MultiplexLogHandler MutableDataProtocol
        MySQLDialect NameMap Notification NotificationCenter NotificationQueue NumberFormatStyleConfiguration
        NumberFormatter ObjCBool OpenSession OperatingSystemVersion Operation OperationQueue OutputStream POSIXError
        ParallelizationTrait ParseStrategy ParseableFormatStyle PerformanceMeter PersonNameComponents
        PersonNameComponentsFormatter Pipe Port PortDelegate PortMessage PostgreSQLDialect PostgresArray PostgresCIDR
        PostgresComposite PostgresFields PostgresInet PostgresInterval PostgresNativeValue PostgresRange
        PostgresRangeBound PostgresValue PragmaStatement Predicate PredicateBindings PredicateError
        PredicateExpression PredicateExpressions PredicateText PreparedStatement Privilege Process ProcessInfo
        Progress ProgressKind ProgressReporting ProgressUserInfoKey PropertyListDecoder PropertyListEncoder
        PropertyListSerialization QualityOfService Query RecoverableError ReferenceConvertible ReindexStatement
        Related RelatedComparison RelatedCondition Relationship RelationshipLoading RelationshipOption
        RelationshipSchema ReleaseStatement RenderedSQL ResultRow RollbackStatement Row RowDecodable RowIdentity
        RowValue RunLoop SQL SQLBuildError SQLCase SQLCatalogQuestion SQLColumnConstraint SQLCompoundOperator
        SQLCondition SQLConditions SQLConflictAction SQLConnector SQLDataType SQLDefaultValue SQLDeferral SQLDialect
        SQLExplainLevel SQLExpression SQLFeatures SQLFilterable SQLForeignKeyAction SQLFrame SQLIdentifier SQLJoinType
        SQLKeywords SQLLexicalRules SQLNulls SQLOperand SQLOperator SQLOrdering SQLPlaceholder SQLQuery SQLRenderable
        SQLReturning SQLRowLock SQLStatement SQLTable SQLTableSource SQLToken SQLTokenizer SQLTriggerable SQLTypedText
        SQLValue SQLValueConvertible SQLWindow SQLWriter SQLiteDialect SQLiteLimits SavepointStatement Scanner
        SchemaDifference SchemaScope ScopedAttributeContainer SelectStatement ServerOptions Session
        ShowColumnsStatement ShowForeignKeysStatement ShowGrantsStatement ShowIndexesStatement ShowTablesStatement
        ShowTriggersStatement ShowViewsStatement SocketNativeHandle SocketPort SortComparator SortDescriptor SortOrder
        SourceLocation StandardPredicateExpression Statement StatementTrace Stream StreamDelegate StreamLogHandler
        StreamNetworkServiceTypeValue StreamSOCKSProxyConfiguration StreamSOCKSProxyVersion StreamSocketSecurityLevel
        StringStyle StringTransform SuiteTrait SwiftLogNoOpLogHandler TableSchema Tag Test TestFixture TestScoping
        TestSupportError TestTrait Thread TimeInterval TimeLimitTrait TimeZone Timer TraceSubscription Trait
        TriggerAction TruncateTableStatement TypeSchema URL URLComponents URLError URLFileResourceType URLQueryItem
        URLResourceKey URLResourceValues UUID Unit UnitAcceleration UnitAngle UnitArea UnitConcentrationMass
        UnitConverter UnitConverterLinear UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent
        UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency
        UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature
        UnitVolume UpdateStatement UpsertStatement UserDefaults VacuumStatement ValueMismatch WatchTriggers
        XCNotificationExpectationHandler XCPredicateExpectationHandler XCWaitCompletionHandler ZIMDbConnection
        ZIMOrmModel ZIMOrmModelDelegate ZIMOrmSelectStatement ZIMSqlPreparedStatement ZIMSqlTokenizer
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
