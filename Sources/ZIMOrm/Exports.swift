// What ZIMOrm's signatures name, so that one import is enough.
@_exported public import ZIMDb
