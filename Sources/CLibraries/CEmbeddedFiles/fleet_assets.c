#include <stddef.h>

#include "CEmbeddedFiles.h"

#define FOLDER "Templates"

static const struct whereismy_embedded_file files[] = {
#define PATH "Templates/fleet/fleet.html"
#include "entry.inc"
#define PATH "Templates/fleet/sign-in.html"
#include "entry.inc"
#define PATH "Templates/fleet/fleet.css"
#include "entry.inc"
#define PATH "Templates/fleet/main.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/clusters.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/device.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/device-list.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/device-text.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/fleet.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/fleet-event.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/initials.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/mercator.js"
#include "entry.inc"
#define PATH "Templates/fleet/model/teams.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/device-card.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/device-list-view.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/filters.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/fleet-events.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/fleet-map.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/fleet-page.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/fleet-shell.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/marks.js"
#include "entry.inc"
#define PATH "Templates/fleet/view/team-sharing.js"
#include "entry.inc"
    {NULL, NULL},
};

const struct whereismy_embedded_file *whereismy_fleet_assets(void) {
    return files;
}
