#ifndef ZIM_CMARIADB_SHIM_H
#define ZIM_CMARIADB_SHIM_H

#include <mysql.h>
#include <errmsg.h>
#include <mysqld_error.h>

/* Macros with a cast, which Swift does not import. */
enum { ZIM_MYSQL_MULTI_RESULTS = 1 << 17, ZIM_MYSQL_FOUND_ROWS = 2 };

/* The state that the server reported with its last answer. */
static inline unsigned int zim_mysql_status(const MYSQL *connection) { return connection->server_status; }

/* The columns of the result that the server has just described, which may have other names than the statement's own. */
static inline const MYSQL_FIELD *zim_mysql_fields(const MYSQL *connection) { return connection->fields; }
static inline unsigned int zim_mysql_field_count(const MYSQL *connection) { return connection->field_count; }

#endif
