#include <stddef.h>

#include "CEmbeddedFiles.h"

#define FOLDER "Schema"

static const struct whereismy_embedded_file files[] = {
#define PATH "Schema/analyst-functions.sql"
#include "entry.inc"
#define PATH "Schema/collector-group.sql"
#include "entry.inc"
#define PATH "Schema/fix-view.sql"
#include "entry.inc"
#define PATH "Schema/fleet-tables.sql"
#include "entry.inc"
#define PATH "Schema/history-tables.sql"
#include "entry.inc"
#define PATH "Schema/integrity-levels.sql"
#include "entry.inc"
#define PATH "Schema/row-security.sql"
#include "entry.inc"
#define PATH "Schema/segment-column.sql"
#include "entry.inc"
#define PATH "Schema/segment-decoder.sql"
#include "entry.inc"
#define PATH "Schema/share-notes.sql"
#include "entry.inc"
#define PATH "Schema/shared-positions.sql"
#include "entry.inc"
#define PATH "Schema/webhook-tables.sql"
#include "entry.inc"
    {NULL, NULL},
};

const struct whereismy_embedded_file *whereismy_fleet_schema(void) {
    return files;
}
