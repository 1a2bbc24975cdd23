#include "fuzzer.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* With AddressSanitizer a program takes two to three times as much of both. */
static const double max_seconds = 6;
static const uint64_t max_growth = 192 << 20;

/* CPU time, since other programs may keep this one waiting; libFuzzer limits the time on the clock. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint64_t peak(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss << 10;
}

static uint64_t resident(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return 0;
    if (fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

struct fuzz_cost fuzz_before(void) {
    struct fuzz_cost cost = {now(), resident(), peak()};
    return cost;
}

const char *fuzz_excess(struct fuzz_cost before) {
    static char text[80];
    double seconds = now() - before.seconds;
    uint64_t top = peak();
    if (seconds > max_seconds) {
        snprintf(text, sizeof text, "an input takes at most %g s of CPU: %.1f s", max_seconds, seconds);
        return text;
    }
    // The peak is that of the process: it says something about this input only if it has risen.
    if (top > before.peak && top > before.resident + max_growth) {
        snprintf(text, sizeof text, "an input takes at most 192 MB: %lu MB", (top - before.resident) >> 20);
        return text;
    }
    return NULL;
}
