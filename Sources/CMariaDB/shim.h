#ifndef ZIM_CMARIADB_SHIM_H
#define ZIM_CMARIADB_SHIM_H

#include <string.h>
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

/* Whether the server that has greeted the connection has TLS. */
static inline int zim_mysql_offers_tls(const MYSQL *connection)
{
    return (connection->server_capabilities & CLIENT_SSL) != 0;
}

/* Runs a statement for the sets of parameters of a message, which is complete but for its first six bytes. The functions are
   those of the connection that mysql.h gives to plugins which stand in for it; mysql_stmt_execute() calls the same. */
static inline int zim_mysql_execute_sets(MYSQL_STMT *statement, char *message, unsigned long length)
{
    MYSQL *connection = statement->mysql;
    if (!connection) {
        statement->last_errno = CR_SERVER_LOST;
        return 1;
    }
    unsigned long number = statement->stmt_id;
    for (int index = 0; index < 4; index++) message[index] = (char)(number >> 8 * index);
    message[4] = (char)STMT_BULK_FLAG_CLIENT_SEND_TYPES;
    message[5] = 0;
    if (connection->methods->db_command(connection, COM_STMT_BULK_EXECUTE, message, length, 1, statement)) {
        statement->last_errno = mysql_errno(connection);
        strncpy(statement->sqlstate, mysql_sqlstate(connection), SQLSTATE_LENGTH);
        strncpy(statement->last_error, mysql_error(connection), MYSQL_ERRMSG_SIZE - 1);
        return 1;
    }
    return connection->methods->db_read_execute_response(statement);
}

#endif
