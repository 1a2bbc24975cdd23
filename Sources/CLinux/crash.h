#pragma once

/* What a program writes when it crashes: the signal, the thread, and where each caller is in its file, for addr2line.
 * In C, since a handler of such signals may neither allocate nor lock, which Swift does wherever it sees fit. */
#include <execinfo.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

/* dladdr(3) and its result, which are GNU additions and have no names without _GNU_SOURCE. */
struct whereismy_place {
    const char *file;
    const char *base;
    const char *symbol;
    const char *address;
};
extern int whereismy_dladdr(const void *address, struct whereismy_place *place) __asm__("dladdr");

struct whereismy_trace {
    size_t count;
    char bytes[8192];
};

static inline void whereismy_put(struct whereismy_trace *trace, const char *text) {
    while (*text && trace->count < sizeof trace->bytes)
        trace->bytes[trace->count++] = *text++;
}

static inline void whereismy_put_number(struct whereismy_trace *trace, uintptr_t number, unsigned base) {
    char digits[24];
    size_t start = sizeof digits - 1;
    digits[start] = 0;
    do
        digits[--start] = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    whereismy_put(trace, digits + start);
}

/* What begins each line: the priority for the journal, or nothing. */
static const char *whereismy_crash_prefix = "";

static inline const char *whereismy_crash_name(int signal) {
    switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGFPE: return "SIGFPE";
    case SIGTRAP: return "SIGTRAP";
    default: return "SIGABRT";
    }
}

static inline void whereismy_put_cause(struct whereismy_trace *trace, int signal, const siginfo_t *info) {
    char thread[16] = "";
    prctl(PR_GET_NAME, thread);
    whereismy_put(trace, whereismy_crash_prefix);
    whereismy_put(trace, "crashed: ");
    whereismy_put(trace, whereismy_crash_name(signal));
    if (info->si_code <= 0) {
        whereismy_put(trace, " sent by process ");
        whereismy_put_number(trace, (uintptr_t)info->si_pid, 10);
    } else {
        whereismy_put(trace, " at address 0x");
        whereismy_put_number(trace, (uintptr_t)info->si_addr, 16);
    }
    whereismy_put(trace, " in thread ");
    whereismy_put(trace, thread);
    whereismy_put(trace, "; callers as file+offset for addr2line -e, the newest first:\n");
}

static inline void whereismy_put_caller(struct whereismy_trace *trace, const char *address) {
    struct whereismy_place place = {0};
    whereismy_put(trace, whereismy_crash_prefix);
    if (whereismy_dladdr(address, &place) && place.file) {
        const char *slash = strrchr(place.file, '/');
        whereismy_put(trace, slash ? slash + 1 : place.file);
        whereismy_put(trace, "+0x");
        whereismy_put_number(trace, (uintptr_t)(address - place.base), 16);
    } else {
        whereismy_put(trace, "0x");
        whereismy_put_number(trace, (uintptr_t)address, 16);
    }
    whereismy_put(trace, "\n");
}

/* SA_RESETHAND has brought the default action back, which the signal finds that is raised anew. */
static inline void whereismy_crashed(int signal, siginfo_t *info, void *context) {
    (void)context;
    struct whereismy_trace trace = {.count = 0};
    void *callers[64];
    whereismy_put_cause(&trace, signal, info);
    int count = backtrace(callers, 64);
    for (int index = 1; index < count; index++)
        whereismy_put_caller(&trace, callers[index]);
    if (write(STDERR_FILENO, trace.bytes, trace.count) < 0) {
        /* Nobody is there to read it. */
    }
    raise(signal);
}

/* A signal that somebody else handles already, such as Swift's own backtraces on a terminal, is left to them. */
static inline void whereismy_trace_crashes(int is_journal) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    void *first;
    /* The first call loads libgcc_s and allocates, which the handler must not. */
    backtrace(&first, 1);
    if (is_journal)
        whereismy_crash_prefix = "<2>";
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
        struct sigaction before, action = {0};
        sigaction(signals[index], NULL, &before);
        if (before.sa_handler != SIG_DFL)
            continue;
        action.sa_sigaction = whereismy_crashed;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
        sigaction(signals[index], &action, NULL);
    }
}

/* A stack for the handler where the thread's own has overflowed; memory only once it is used. NULL: there is none. */
static const size_t whereismy_crash_stack_size = 65536;
static inline void *whereismy_make_crash_stack(void) {
    void *memory = mmap(NULL, whereismy_crash_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    stack_t stack = {.ss_sp = memory, .ss_size = whereismy_crash_stack_size};
    sigaltstack(&stack, NULL);
    return memory;
}
static inline void whereismy_free_crash_stack(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    if (memory)
        munmap(memory, whereismy_crash_stack_size);
}
