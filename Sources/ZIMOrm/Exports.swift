// What ZIMOrm's signatures name, so that one import is enough: sessions and values, dates and data.
@_exported public import Foundation
@_exported public import ZIMDb
#if PostgreSQL
    @_exported public import ZIMPostgres
#endif
#if MySQL
    @_exported public import ZIMMySQL
#endif
