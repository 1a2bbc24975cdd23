#pragma once

/* Otherwise the calls are macros that add file and line, which Swift does not import. */
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
