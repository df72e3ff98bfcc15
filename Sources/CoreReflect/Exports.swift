// What CoreReflect's signatures name, so that one import is enough: models, databases, values, dates.
@_exported public import ZIMOrm

#if !canImport(ObjectiveC)
    /// The name that Objective-C has for Int, where Foundation does not bring it along.
    public typealias NSInteger = Int
#endif
