#include "CGeonames.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>

/* Stores a function at a member; returns 0 if the library lacks it. POSIX lets dlsym's result be a function. */
static int find(void *library, const char *name, void *member) {
    return (*(void **)member = dlsym(library, name)) != NULL;
}

const struct whereismy_geonames *whereismy_geonames_load(const char *library) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    /* The reason may be another library that it needs. */
    if (!handle) fprintf(stderr, "%s\n", dlerror());
    struct whereismy_geonames *functions = handle ? malloc(sizeof *functions) : NULL;
    if (functions && find(handle, "geonames_get_n_cities", &functions->count) &&
        find(handle, "geonames_get_city", &functions->city) &&
        find(handle, "geonames_city_free", &functions->city_free) &&
        find(handle, "geonames_city_get_name", &functions->name) &&
        find(handle, "geonames_city_get_state", &functions->state) &&
        find(handle, "geonames_city_get_country_code", &functions->country_code) &&
        find(handle, "geonames_city_get_latitude", &functions->latitude) &&
        find(handle, "geonames_city_get_longitude", &functions->longitude) &&
        find(handle, "geonames_city_get_population", &functions->population))
        return functions;
    free(functions);
    if (handle) {
        fprintf(stderr, "%s: lacks a function of libgeonames 0.3\n", library);
        dlclose(handle);
    }
    return NULL;
}
