#pragma once

#include <gps.h>

/* Fields and constants move between libgps' API versions without a soname of their own at run time, so the headers
 * at build time decide. Checked: 11 (Debian 12), 14 (Debian 13) and 16;
 * no release has 15. */
#if GPSD_API_MAJOR_VERSION != 11 && (GPSD_API_MAJOR_VERSION < 14 || GPSD_API_MAJOR_VERSION > 16)
#error "unsupported libgps API version; fix: compare gps.h with versions 11 and 14 to 16, then add it here"
#endif

/* The parameter is `char *` in API 11 and `const char *` later, which Swift distinguishes. Neither writes to it. */
static inline int whereismy_gps_unpack(char *line, struct gps_data_t *data) { return gps_unpack(line, data); }

/* The satellites that the last line listed, as API 11 counts them: API 14 does so only for lines with nSat. */
struct whereismy_gps_counts {
    int used;
    int visible;
};
static inline struct whereismy_gps_counts whereismy_gps_count(const struct gps_data_t *data) {
    struct whereismy_gps_counts counts = {0, 0};
    for (int i = 0; i < MAXCHANNELS; i++) {
        counts.visible += data->skyview[i].PRN > 0;
        counts.used += data->skyview[i].used;
    }
    return counts;
}

/* Swift imports a C array as a tuple of 128 characters, which no API accepts as a string. */
static inline const char *whereismy_gps_path(const struct gps_data_t *data) { return data->dev.path; }
