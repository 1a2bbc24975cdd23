#pragma once

#include <gps.h>

/* Fields and constants move between libgps' API versions without a soname of their own at run time, so the headers
 * at build time decide. Checked: 11 (Debian 12), 14 (Debian 13) and 16. */
#if GPSD_API_MAJOR_VERSION < 11 || GPSD_API_MAJOR_VERSION == 12 || GPSD_API_MAJOR_VERSION == 13 \
    || GPSD_API_MAJOR_VERSION == 15 || GPSD_API_MAJOR_VERSION > 16
#error "this libgps has an API version WhereIsMy does not know: it knows 11, 14 and 16; compare gps.h, then add it here"
#endif
