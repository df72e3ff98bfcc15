#ifndef ZIM_CSQLITE_SHIM_H
#define ZIM_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot call C functions with variable arguments: sqlite3_db_config is reached through fixed ones. */

/* Turns the "double-quoted string" misfeature on or off for statements that read and change rows. */
static inline int zim_sqlite3_set_dqs_dml(sqlite3 *db, int on) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, on, (int *)0);
}

/* Turns one of SQLite's switches for a connection on or off, and gives what it was before. */
static inline int zim_sqlite3_switch(sqlite3 *db, int which, int on) {
    int before = 0;
    sqlite3_db_config(db, which, -1, &before);
    sqlite3_db_config(db, which, on, (int *)0);
    return before;
}

/* SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies the bytes before the call returns. */
static inline int zim_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int zim_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* SQLITE_STATIC: the caller keeps the bytes alive until the statement is reset or bound anew. */
static inline int zim_sqlite3_bind_text_static(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int zim_sqlite3_bind_blob_static(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

#endif
