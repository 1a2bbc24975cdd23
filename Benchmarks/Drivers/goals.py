"""The goals of `make bench`, defined only here. docs/benchmarks.md states where they come from.

A time, a rate or a share of a core is compared with a peer in the same run (peers.py), so that a goal means the same on
every machine. Bytes and counts are absolute, since they do not depend on its speed. Megabytes are 10^6 bytes."""

# Epochs per second relative to gpxlogger on the same stream, at least.
RATE_AGAINST_GPXLOGGER = 1.3
# Epochs of a stream that never reached a report, at most.
LOST_EPOCHS = 0
# The time from the line on the socket to the new page, 99th percentile, relative to libgps and a page of that size, at
# most.
LATENCY = 5.0
# The CPU time at 10 and at 1 fix per second relative to libgps and a page of that size, at most: less than twice the
# measured value, so that a busy loop is detected.
CPU_AT_10_HZ = 8.0
CPU_AT_1_HZ = 8.0
# The cost of the location controller per epoch, and of a thousand places in a region of 60 km per fix, relative to
# decoding a TPV by libgps, at most.
CONTROLLER_COST = 0.3
PLACES_COST = 0.075
# CPU time of the daemon with a thousand places in such a region relative to none, at most.
PLACES_RATIO = 1.05
# Megabytes of resident memory, without and with the history, with history, server and ten viewers, of the gazetteer's
# import, of a query of the history, and of an import of a track of any length, all below.
RESIDENT_MEMORY = 15.0
RESIDENT_MEMORY_WITH_HISTORY = 20.0
RESIDENT_MEMORY_WITH_VIEWERS = 20.0
GAZETTEER_MEMORY = 200.0
QUERY_MEMORY = 30.0
IMPORT_MEMORY = 80.0
# The gazetteer: the rate of an import with all indexes relative to SQLite inserting the same rows into one table with one
# index, at least; the nearest of the cities and of millions of places, and a search while typing, relative to a thousand
# lookups by rowid, at most; `whereismy nearest` relative to an empty static Swift program, at most.
GAZETTEER_AGAINST_SQLITE = 0.06
NEAREST_CITY = 0.15
NEAREST_PLACE = 0.3
GAZETTEER_SEARCH = 6.0
NEAREST_AGAINST_EMPTY = 8.0
# From start to exit, relative to an empty static Swift program and to a C program that reads and prints a file, at most.
LAST_AGAINST_EMPTY = 2.2
LAST_AGAINST_C = 4.0
# From the start of `whereismy watch` to its first line, relative to the empty program from start to exit, at most.
WATCH_AGAINST_EMPTY = 2.2
# Megabytes that a history writes per hour at a fix per second and a commit every ten seconds, below.
WRITTEN_PER_HOUR = 3.5
# Bytes per fix of a history on the disk, including all overhead, with every fix stored, at most.
BYTES_PER_FIX = 6.0
# Bytes of the summary of a sealed hour with a fix per second, at most; its fixes take ten times as many.
SUMMARY_BYTES_PER_HOUR = 1500.0
# Milliseconds of the statistics of a year with a fix per second, from summaries, and of the list of its days before there is
# any, at most.
YEAR_STATISTICS = 500
FIRST_DAYS = 1000
# A history of ten million fixes, from start to exit: a day as JSON, a million fixes as GPX and the simplified line of a
# year as GeoJSON relative to gpsbabel reading the same fixes as GPX and writing them as CSV; the position at a time
# relative to SQLite reading the same row; all at most.
QUERY_AGAINST_GPSBABEL = 0.2
LINE_AGAINST_GPSBABEL = 0.4
POSITION_AGAINST_SQLITE = 4.0
# The rate of an import of a million points of GPX relative to gpsbabel, which only reads it, at least.
IMPORT_AGAINST_GPSBABEL = 2.0
# The rate of an import of as many points of KML, and of Google's Records.json, relative to GPX, at least.
IMPORT_AGAINST_GPX = 0.5
# Live viewers at one event per second: the time from the fix to the client, 99th percentile, and the CPU time that the
# viewers add, relative to a loop of send on as many sockets, at most; resident kilobytes per viewer, below; events lost or
# duplicated and viewers dropped, at most.
VIEWERS_P99 = 1.5
VIEWERS_CPU = 1.5
VIEWER_MEMORY = 10.0
VIEWERS_FAILURES = 0
# The live page in Chromium: milliseconds from the click to what a day and all days of a year show, and of its longest task.
PAGE_DAY = 500
PAGE_YEAR = 1000
PAGE_TASK = 200
# GET /v1/report relative to nginx with a file of that size: requests per second at least, CPU per request at most.
RATE_AGAINST_NGINX = 1.5
CPU_AGAINST_NGINX = 0.62
# A collector of a fleet: fixes stored per second at least, in uploads of 100 and one a message, and relative to COPY alone;
# millions per second in segments; two collectors relative to one; bytes per fix that is sealed.
FLEET_BATCHES = 50_000
FLEET_SINGLES = 15_000
FLEET_AGAINST_COPY = 0.4
FLEET_SEGMENTS = 1.0
FLEET_SECOND_COLLECTOR = 1.6
FLEET_BYTES = 6.5
# 10,000 devices with a fix each 10 s: the share of a core, the seconds from a fix to a page of 99 of 100, and the memory.
FLEET_SHARE = 0.3
FLEET_DELAY = 1.5
FLEET_MEMORY = 40
# A day as JSON and the newest of 10,000 devices as JSON, relative to PostgreSQL's json_agg of the same rows, at most; and
# milliseconds of those in a box.
FLEET_AGAINST_JSON_AGG = 1.3
FLEET_BOX = 5
# whereismy-publish: the seconds for a day of backlog by HTTP, at most, which a slow consumer alone would exceed; the
# seconds that the live position is old there meanwhile, below; with two destinations at one fix per second the wake-ups
# a fix, at most, and the megabytes of its own memory and written per hour, below.
PUBLISHED_DAY = 120.0
LIVE_AGE = 2.0
PUBLISHER_WAKEUPS = 1.2
PUBLISHER_MEMORY = 5.0
PUBLISHER_WRITTEN = 0.5
# Wake-ups a second of all threads of the daemon at one fix per second: in motion without a viewer and with one, and at
# rest without one; megabytes written per hour at rest; all at most.
WAKEUPS_MOVING = 2.5
WAKEUPS_VIEWER = 4.0
WAKEUPS_PARKED = 1.6
# Those of its history's thread in motion, where a flush of the disk waits twice, as on ext4 with its journal.
WAKEUPS_HISTORY = 0.12
WRITTEN_PARKED = 0.3
