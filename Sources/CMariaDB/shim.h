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

/* Has each value of a row handed to a function, which moves on behind it, in place of copying it. The function is an
   attribute, which Swift cannot pass as the pointer to data that attributes are. */
static inline void zim_mysql_hand_over(
    MYSQL_STMT *statement, void (*receive)(void *data, unsigned int column, unsigned char **row), void *data)
{
    mysql_stmt_attr_set(statement, STMT_ATTR_CB_USER_DATA, data);
    mysql_stmt_attr_set(statement, STMT_ATTR_CB_RESULT, (const void *)receive);
}

/* Whether the server runs a statement for many sets of parameters that come in one message. */
static inline int zim_mysql_takes_sets(MYSQL *connection)
{
    unsigned long long capabilities = 0;
    if (mariadb_get_infov(connection, MARIADB_CONNECTION_EXTENDED_SERVER_CAPABILITIES, &capabilities)) return 0;
    return (capabilities & (MARIADB_CLIENT_STMT_BULK_OPERATIONS >> 32)) != 0;
}

/* Runs a statement for so many sets of parameters; a function describes the parameters of each. */
static inline int zim_mysql_execute_sets(
    MYSQL_STMT *statement, MYSQL_BIND *types, unsigned int count,
    my_bool (*describe)(void *data, MYSQL_BIND *parameters, unsigned int set), void *data)
{
    unsigned int none = 0;
    mysql_stmt_attr_set(statement, STMT_ATTR_CB_USER_DATA, data);
    mysql_stmt_attr_set(statement, STMT_ATTR_CB_PARAM, (const void *)describe);
    mysql_stmt_attr_set(statement, STMT_ATTR_ARRAY_SIZE, &count);
    int code = mysql_stmt_bind_param(statement, types) ? 1 : mysql_stmt_execute(statement);
    mysql_stmt_attr_set(statement, STMT_ATTR_ARRAY_SIZE, &none);
    mysql_stmt_attr_set(statement, STMT_ATTR_CB_PARAM, 0);
    return code;
}

#endif
