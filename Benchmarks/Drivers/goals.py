"""What must hold: the one place where the thresholds stand. docs/benchmarks.md says where they come from."""

# Epochs a second, as a multiple of gpxlogger's on the same stream, at least.
RATE_AGAINST_GPXLOGGER = 1.3
# Epochs of a stream that never reached a report, at most.
LOST_EPOCHS = 0
# Milliseconds from the line on the socket to the page in place, 99th percentile, below.
DELAY_P99 = 5.0
# Microseconds that the location controller takes for an epoch, below.
CONTROLLER_COST = 1.0
# Microseconds that a thousand places in a region of 60 km take of a fix, below: 5 per cent of the 5 us of CPU that the
# daemon takes for an epoch.
PLACES_COST = 0.25
# CPU that the daemon takes with a thousand places in such a region, as a multiple of without, at most.
PLACES_RATIO = 1.05
# The gazetteer: rows a second of an import with all indexes, at least; megabytes (10^6 bytes) resident meanwhile,
# milliseconds for the nearest of the cities and of millions of places and for a search as one types, and milliseconds from
# start to exit of `whereismy nearest`, all below.
GAZETTEER_ROWS_A_SECOND = 50_000
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
# Per cent of a core at 10 and at 1 fix a second, below: about three times what was measured, so that a loop that turns
# for nothing is seen.
CPU_AT_10_HZ = 2.0
CPU_AT_1_HZ = 0.5
# Megabytes (10^6 bytes) that a history writes an hour at a fix a second, committed each ten seconds, below.
WRITTEN_AN_HOUR = 3.5
# Bytes a fix of a history takes on the disk all told, every fix kept, at most.
BYTES_A_FIX = 6.0
# Milliseconds from start to exit, of a history of ten million fixes: a day as JSON, where it was then, a million fixes as
# GPX, the simplified line of a year as the store keeps it; and megabytes (10^6 bytes) that are resident meanwhile, all
# below.
DAY_AS_JSON = 100.0
WHEREABOUTS = 10.0
MILLION_AS_GPX = 2000.0
LINE_OF_A_YEAR = 50.0
ASKING_MEMORY = 30.0
# The rate of an import of a million points of GPX, as a multiple of gpsbabel's merely reading it, at least.
IMPORT_AGAINST_GPSBABEL = 2.0
# Live viewers at one event a second: milliseconds from the fix to the client, 99th percentile, of many and of few, per cent
# of a core and resident kilobytes a viewer, all below; events lost or doubled and viewers dropped, at most.
VIEWERS_P99 = 150.0
FEW_VIEWERS_P99 = 5.0
VIEWERS_CPU = 10.0
VIEWER_MEMORY = 10.0
VIEWERS_FAILURES = 0
# Megabytes (10^6 bytes) of resident memory with history, server and ten viewers, below.
RESIDENT_MEMORY_WATCHED = 20.0
# GET /v1/report beside nginx with a file of that size: requests a second at least, CPU a request at most.
RATE_AGAINST_NGINX = 1.5
CPU_AGAINST_NGINX = 0.6
# Milliseconds from the start of `whereismy watch` to its first line, median, below.
WATCH_FIRST_LINE = 20.0
# Megabytes (10^6 bytes) of memory that an import takes at most, whatever the length of the file, below.
IMPORT_MEMORY = 80.0
