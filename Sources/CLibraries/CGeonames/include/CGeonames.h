#pragma once

/* The functions of libgeonames 0.3 (<geonames.h>) in use. The library is loaded at run time, since only Debian and its
 * derivatives have it: programs are built and run without it elsewhere. GLib's int, unsigned and double are C's. */

#pragma clang assume_nonnull begin

typedef struct geonames_city GeonamesCity;

struct whereismy_geonames {
    int (*_Nonnull count)(void);
    GeonamesCity *_Nullable (*_Nonnull city)(int index);
    void (*_Nonnull city_free)(GeonamesCity *city);
    const char *_Nullable (*_Nonnull name)(GeonamesCity *city);
    const char *_Nullable (*_Nonnull state)(GeonamesCity *city);
    const char *_Nullable (*_Nonnull country_code)(GeonamesCity *city);
    double (*_Nonnull latitude)(GeonamesCity *city);
    double (*_Nonnull longitude)(GeonamesCity *city);
    unsigned int (*_Nonnull population)(GeonamesCity *city);
};

/* Loads the library of this file name for the life of the process. Returns NULL if there is none, or if it lacks one of
 * the functions, and prints the reason to stderr. */
const struct whereismy_geonames *_Nullable whereismy_geonames_load(const char *library);

#pragma clang assume_nonnull end
