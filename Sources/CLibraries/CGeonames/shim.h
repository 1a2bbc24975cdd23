#pragma once

/*
 * The functions of libgeonames 0.3 (<geonames.h>) in use, declared here because that header requires GLib's, which only
 * pkg-config finds, and Swift's package manager warns about pkg-config's flags at each build. GLib's int, unsigned and
 * double are C's.
 */
typedef struct _GVariant GeonamesCity;

int geonames_get_n_cities(void);
GeonamesCity *geonames_get_city(int index);
void geonames_city_free(GeonamesCity *city);
const char *geonames_city_get_name(GeonamesCity *city);
const char *geonames_city_get_state(GeonamesCity *city);
const char *geonames_city_get_country_code(GeonamesCity *city);
double geonames_city_get_latitude(GeonamesCity *city);
double geonames_city_get_longitude(GeonamesCity *city);
unsigned int geonames_city_get_population(GeonamesCity *city);
