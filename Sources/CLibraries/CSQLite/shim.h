#pragma once

#include <sqlite3.h>

/* SQLITE_TRANSIENT ("copy it before the call returns") is a cast that Swift does not import. */
static inline int whereismy_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length)
{
    return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int whereismy_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length)
{
    return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}
