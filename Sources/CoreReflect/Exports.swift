// What CoreReflect's signatures name, so that one import is enough: models, databases, values, dates.
@_exported public import ZIMOrm

#if !canImport(ObjectiveC)
    /// Objective-C's name for `Int`, on systems whose Foundation lacks it.
    public typealias NSInteger = Int
#endif
