#include <stddef.h>

#include "CEmbeddedFiles.h"

#define FOLDER "Templates"

static const struct whereismy_embedded_file files[] = {
#define PATH "Templates/current-location.html"
#include "entry.inc"
#define PATH "Templates/location-error.html"
#include "entry.inc"
#define PATH "Templates/whereismymac.html"
#include "entry.inc"
#define PATH "Templates/page-advice.html"
#include "entry.inc"
#define PATH "Templates/page-age.html"
#include "entry.inc"
#define PATH "Templates/page-facts.html"
#include "entry.inc"
#define PATH "Templates/page-foot.html"
#include "entry.inc"
#define PATH "Templates/page-head.html"
#include "entry.inc"
#define PATH "Templates/page-integrity.html"
#include "entry.inc"
#define PATH "Templates/page-notes.html"
#include "entry.inc"
#define PATH "Templates/page-position.html"
#include "entry.inc"
#define PATH "Templates/page-report.html"
#include "entry.inc"
#define PATH "Templates/page-script.html"
#include "entry.inc"
#define PATH "Templates/page-style.html"
#include "entry.inc"
#define PATH "Templates/page-table.html"
#include "entry.inc"
    {NULL, NULL},
};

const struct whereismy_embedded_file *whereismy_page_templates(void) {
    return files;
}
