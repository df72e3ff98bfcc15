// Amigo's signatures name models, columns, values and SQL text, so one import is enough.
@_exported public import ZIMOrm
