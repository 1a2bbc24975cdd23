#pragma once

/* Not with _GNU_SOURCE: it changes types of sys/select.h that Swift's Glibc module has without it, and a program with
 * both does not compile. The GNU additions below are declared by hand instead. */
#include <errno.h>
#include <string.h>

/* System calls of Linux that the Glibc module omits. */
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/* `errno` is a macro over a thread-local that Swift imports under Glibc alone; here so that one wrapper serves all. */
static inline int whereismy_errno(void) { return errno; }

/* strerror is not thread-safe and strerror_r has two signatures; strerrordesc_np is neither (glibc 2.32). */
extern const char *strerrordesc_np(int code);
static inline const char *whereismy_error_text(int code) { return strerrordesc_np(code); }

/* glibc declares renameat2 with _GNU_SOURCE only. It can refuse to replace a name (RENAME_NOREPLACE is 1). */
extern int renameat2(int from, const char *name, int to, const char *other, unsigned int flags);

/* getopt_long returns results in the globals optind, optarg, optopt and opterr, which Swift 6 refuses as shared mutable
 * state; the step below returns them as values. `restart` (optind = 0) makes glibc discard its state. */
#include <getopt.h>
struct whereismy_option_step {
    int code;             /* what getopt_long returned */
    int culprit;          /* optopt: the invalid option when `code` is '?' or ':' */
    int next;             /* optind: the next element of argv */
    const char *argument; /* optarg */
};
static inline struct whereismy_option_step whereismy_getopt_long(
    int restart, int argc, char *const argv[], const char *shorts, const struct option longs[])
{
    if (restart)
        optind = 0;
    opterr = 0;
    optopt = 0;
    int code = getopt_long(argc, argv, shorts, longs, NULL);
    return (struct whereismy_option_step){code, optopt, optind, code == -1 ? NULL : optarg};
}

/* `environ` is a global variable that Swift 6 refuses as shared mutable state; the programs never change it. */
extern char **environ;
static inline char **whereismy_environ(void) { return environ; }

#include <sys/prctl.h>

/* prctl is variadic, which Swift cannot call; it keeps the first 15 bytes of the calling thread's name. */
static inline void whereismy_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/* F_OFD_GETLK and F_OFD_SETLK, locks that belong to the open file and not to the process: GNU additions too
 * (asm-generic/fcntl.h, the same for every architecture). */
static const int whereismy_test_lock = 36;
static const int whereismy_set_lock = 37;

/* A file in memory (memfd_create(2)), closed in other programs: a GNU addition too. The number is that of MFD_CLOEXEC
 * (linux/memfd.h, the same for every architecture). */
#include <sys/syscall.h>
#include <unistd.h>
static inline int whereismy_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1U); }

/* Children as descriptors that poll(2) can wait for (glibc 2.36); the Glibc module omits the header. */
#include <sys/pidfd.h>

/* NTP's view of the clock: a header that the Glibc module omits. */
#include <sys/timex.h>

/* malloc_trim, which the Glibc module omits. */
#include <malloc.h>

#include <spawn.h>

/* A GNU addition too. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
static inline int whereismy_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/* A GNU addition too; the client of a local socket has no useful address. */
struct sockaddr;
extern int accept4(int descriptor, struct sockaddr *address, unsigned *length, int flags);
static inline int whereismy_accept(int descriptor, int flags) { return accept4(descriptor, NULL, NULL, flags); }

#include <stdint.h>
#include <time.h>

/* struct tm contains a pointer (tm_zone), which makes each of its numbers unsafe in Swift; these are plain numbers.
 * localtime_r need not read the variable TZ (POSIX), mktime does. */
struct whereismy_reading {
    int is_known, year, month, day, hour, minute, second;
};
static inline struct whereismy_reading whereismy_local_reading(int64_t seconds) {
    time_t moment = seconds;
    struct tm time;
    tzset();
    if (localtime_r(&moment, &time) == NULL)
        return (struct whereismy_reading){0};
    return (struct whereismy_reading){1, time.tm_year, time.tm_mon, time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec};
}

/* -1 is a valid moment: a failure of mktime shows in the day of the week, which is then unchanged. */
struct whereismy_moment {
    int is_known;
    int64_t seconds;
};
static inline struct whereismy_moment whereismy_local_moment(struct whereismy_reading reading) {
    struct tm time = {
        .tm_year = reading.year, .tm_mon = reading.month, .tm_mday = reading.day, .tm_hour = reading.hour,
        .tm_min = reading.minute, .tm_sec = reading.second, .tm_isdst = -1, .tm_wday = -1,
    };
    int64_t seconds = mktime(&time);
    return (struct whereismy_moment){time.tm_wday >= 0, seconds};
}
