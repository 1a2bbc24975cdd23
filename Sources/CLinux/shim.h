#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <string.h>

/* Linux' own calls, which the Glibc module leaves out. */
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/* `errno` is a macro over a thread-local that Swift imports under Glibc alone; here so that one wrapper serves all. */
static inline int whereismy_errno(void) { return errno; }

/* strerror is not thread-safe and strerror_r has two signatures; strerrordesc_np is neither (glibc 2.32). */
static inline const char *whereismy_error_text(int code) { return strerrordesc_np(code); }

#include <sys/prctl.h>

/* prctl is variadic, which Swift cannot call; it keeps the first 15 bytes of the calling thread's name. */
static inline void whereismy_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

#include <unistd.h>

/* A global that anything may change is not to be had in Swift 6; here it is only read. */
static inline char **whereismy_environment(void) { return environ; }

#include <spawn.h>

/* Swift's Glibc module is built without the GNU additions. */
static inline int whereismy_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
