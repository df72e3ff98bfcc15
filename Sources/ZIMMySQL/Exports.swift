// A database's signatures name values, SQL text and dialects, so one import is enough.
@_exported public import ZIMDb
