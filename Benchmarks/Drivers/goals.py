"""The goals of `make bench`, defined only here. docs/benchmarks.md states where they come from."""

# Epochs per second relative to gpxlogger on the same stream, at least.
RATE_AGAINST_GPXLOGGER = 1.3
# Epochs of a stream that never reached a report, at most.
LOST_EPOCHS = 0
# Milliseconds from the line on the socket to the new page, 99th percentile, below.
LATENCY_P99 = 5.0
# Microseconds of the location controller per epoch, below.
CONTROLLER_COST = 1.0
# Microseconds per fix for a thousand places in a region of 60 km, below: 5 per cent of the 5 us of CPU that the daemon
# needs per epoch.
PLACES_COST = 0.25
# CPU time of the daemon with a thousand places in such a region relative to none, at most.
PLACES_RATIO = 1.05
# The gazetteer: imported rows per second with all indexes, at least; megabytes (10^6 bytes) of resident memory of the
# import, milliseconds for the nearest of the cities, for the nearest of millions of places and for a search while typing,
# and milliseconds from start to exit of `whereismy nearest`, all below.
GAZETTEER_ROWS_PER_SECOND = 50_000
GAZETTEER_MEMORY = 200.0
NEAREST_CITY = 0.2
NEAREST_PLACE = 1.0
GAZETTEER_SEARCH = 10.0
NEAREST_START_TO_EXIT = 20.0
# Megabytes (10^6 bytes) of resident memory, without and with the history, below.
RESIDENT_MEMORY = 15.0
RESIDENT_MEMORY_WITH_HISTORY = 20.0
# Milliseconds from start to exit of `whereismy last`, median, below.
START_TO_EXIT = 4.0
# Per cent of a core at 10 and at 1 fix per second, below: about three times the measured value, so that a busy loop is
# detected.
CPU_AT_10_HZ = 2.0
CPU_AT_1_HZ = 0.5
# Megabytes (10^6 bytes) that a history writes per hour at a fix per second and a commit every ten seconds, below.
WRITTEN_PER_HOUR = 3.5
# Bytes per fix of a history on the disk, including all overhead, with every fix stored, at most.
BYTES_PER_FIX = 6.0
# A history of ten million fixes: milliseconds from start to exit for a day as JSON, for the position at a time, for a
# million fixes as GPX, and for the simplified line of a year, which the store holds; and megabytes (10^6 bytes) of resident
# memory for each, all below.
DAY_AS_JSON = 100.0
POSITION_AT_TIME = 10.0
MILLION_AS_GPX = 2000.0
LINE_OF_A_YEAR = 50.0
QUERY_MEMORY = 30.0
# The rate of an import of a million points of GPX relative to gpsbabel, which only reads it, at least.
IMPORT_AGAINST_GPSBABEL = 2.0
# Live viewers at one event per second: milliseconds from the fix to the client, 99th percentile, with many and with few
# viewers, per cent of a core, and resident kilobytes per viewer, all below; events lost or duplicated and viewers dropped,
# at most.
VIEWERS_P99 = 150.0
FEW_VIEWERS_P99 = 5.0
VIEWERS_CPU = 10.0
VIEWER_MEMORY = 10.0
VIEWERS_FAILURES = 0
# Megabytes (10^6 bytes) of resident memory with history, server and ten viewers, below.
RESIDENT_MEMORY_WITH_VIEWERS = 20.0
# GET /v1/report relative to nginx with a file of that size: requests per second at least, CPU per request at most.
RATE_AGAINST_NGINX = 1.5
CPU_AGAINST_NGINX = 0.6
# Milliseconds from the start of `whereismy watch` to its first line, median, below.
WATCH_FIRST_LINE = 20.0
# Megabytes (10^6 bytes) of resident memory of an import of any length, below.
IMPORT_MEMORY = 80.0
