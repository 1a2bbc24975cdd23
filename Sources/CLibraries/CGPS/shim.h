#pragma once

#include <gps.h>

/* Fields and constants move between libgps' API versions without a soname of their own at run time, so the headers
 * at build time decide. Checked: 11 (Debian 12), 14 (Debian 13) and 16;
 * no release has 15. */
#if GPSD_API_MAJOR_VERSION != 11 && (GPSD_API_MAJOR_VERSION < 14 || GPSD_API_MAJOR_VERSION > 16)
#error "this libgps has an API version WhereIsMy does not know: it knows 11 and 14 to 16; compare gps.h, then add it here"
#endif

/* The parameter is `char *` in API 11 and `const char *` later, and Swift tells the two apart. Neither writes to it. */
static inline int whereismy_gps_unpack(char *line, struct gps_data_t *data) { return gps_unpack(line, data); }

/* A C array becomes a tuple of 128 characters in Swift, which no API takes as a string. */
static inline const char *whereismy_gps_path(const struct gps_data_t *data) { return data->dev.path; }
