/* SQLite without anything around it.
 *
 * usage: sqlite FILE SQL           executes a statement once and reads every column of its rows
 *        sqlite FILE SQL MAXIMUM   executes it 2000 times, with ?1 a random number up to MAXIMUM, and prints the median
 *                                  in milliseconds
 *        sqlite FILE --load        inserts the rows of standard input, tab-separated, into a table with an index of
 *                                  their second column */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 2000, LINE = 65536, COLUMNS = 4 };

static sqlite3 *database;
static volatile long consumed;

static int fail(void)
{
    fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(database));
    return 1;
}

static double milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int execute(sqlite3_stmt *statement)
{
    int result;

    while ((result = sqlite3_step(statement)) == SQLITE_ROW)
        for (int column = 0; column < sqlite3_column_count(statement); column++) {
            const unsigned char *bytes = sqlite3_column_blob(statement, column);
            consumed += sqlite3_column_bytes(statement, column) + (bytes ? bytes[0] : 0);
        }
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? 0 : fail();
}

static int compare(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;

    return difference < 0 ? -1 : difference > 0;
}

static int measure(sqlite3_stmt *statement, long maximum)
{
    static double times[RUNS];

    for (int run = 0; run < RUNS; run++) {
        sqlite3_bind_int64(statement, 1, random() % maximum + 1);
        times[run] = milliseconds();
        if (execute(statement) != 0)
            return 1;
        times[run] = milliseconds() - times[run];
    }
    qsort(times, RUNS, sizeof times[0], compare);
    printf("%.6f\n", times[RUNS / 2]);
    return 0;
}

static int load(void)
{
    static char line[LINE];
    sqlite3_stmt *insert;

    if (sqlite3_exec(database, "CREATE TABLE t(a, b, c, d); BEGIN", NULL, NULL, NULL) != SQLITE_OK
        || sqlite3_prepare_v2(database, "INSERT INTO t VALUES(?, ?, ?, ?)", -1, &insert, NULL) != SQLITE_OK)
        return fail();
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *rest = line;

        for (int column = 1; column <= COLUMNS; column++)
            sqlite3_bind_text(insert, column, strsep(&rest, "\t"), -1, SQLITE_STATIC);
        if (execute(insert) != 0)
            return 1;
    }
    return sqlite3_exec(database, "CREATE INDEX i ON t(b COLLATE NOCASE); COMMIT", NULL, NULL, NULL) == SQLITE_OK
        ? 0 : fail();
}

int main(int argc, char *argv[])
{
    sqlite3_stmt *statement;

    if (argc < 3 || argc > 4)
        return fprintf(stderr, "usage: sqlite FILE (SQL [MAXIMUM] | --load)\n"), 1;
    if (sqlite3_open(argv[1], &database) != SQLITE_OK)
        return fail();
    if (strcmp(argv[2], "--load") == 0)
        return load();
    if (sqlite3_prepare_v2(database, argv[2], -1, &statement, NULL) != SQLITE_OK)
        return fail();
    return argc == 4 ? measure(statement, atol(argv[3])) : execute(statement);
}
