#pragma once

/* What a program writes when it crashes: the signal, the thread, and where each caller is in its file, for addr2line.
 * In C, since a handler of such signals may neither allocate nor lock, which Swift does wherever it sees fit. */
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
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

/* By this, one thread asks the others where they are. */
static const int whereismy_question = SIGTRAP;
static inline int whereismy_is_question(int signal, const siginfo_t *info) {
    return signal == whereismy_question && info->si_code == SI_TKILL && info->si_pid == getpid();
}

static inline void whereismy_put_cause(struct whereismy_trace *trace, int signal, const siginfo_t *info) {
    whereismy_put(trace, "crashed: ");
    whereismy_put(trace, whereismy_crash_name(signal));
    if (info->si_code == SI_USER) {
        whereismy_put(trace, " sent by process ");
        whereismy_put_number(trace, (uintptr_t)info->si_pid, 10);
    } else if (info->si_code > 0) {
        whereismy_put(trace, " at address 0x");
        whereismy_put_number(trace, (uintptr_t)info->si_addr, 16);
    }
    whereismy_put(trace, " in ");
}

static inline void whereismy_put_head(struct whereismy_trace *trace, int signal, const siginfo_t *info) {
    char thread[16] = "";
    prctl(PR_GET_NAME, thread);
    whereismy_put(trace, whereismy_crash_prefix);
    if (!whereismy_is_question(signal, info))
        whereismy_put_cause(trace, signal, info);
    whereismy_put(trace, "thread ");
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

/* What getdents64(2) gives, which has no header. */
struct whereismy_entry {
    uint64_t inode;
    int64_t next;
    uint16_t size;
    uint8_t kind;
    char name[];
};

static inline void whereismy_ask_thread(const char *name) {
    static const struct timespec patience = {.tv_nsec = 20000000};
    long thread = 0;
    while (*name >= '0' && *name <= '9')
        thread = thread * 10 + (*name++ - '0');
    if (thread == 0 || thread == syscall(SYS_gettid))
        return;
    syscall(SYS_tgkill, getpid(), thread, whereismy_question);
    nanosleep(&patience, NULL);
}

/* For a watchdog that bites: which thread is stuck, and where. */
static inline void whereismy_ask_threads(void) {
    char buffer[4096] __attribute__((aligned(8)));
    int directory = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long count = syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    for (long place = 0; place < count;) {
        const struct whereismy_entry *entry = (const struct whereismy_entry *)(buffer + place);
        whereismy_ask_thread(entry->name);
        place += entry->size;
    }
    close(directory);
}

/* The instruction that the signal has interrupted; REG_RIP is 16, and has no name without _GNU_SOURCE. */
static inline void *whereismy_interrupted(const void *context) {
    const ucontext_t *state = (const ucontext_t *)context;
#if defined(__x86_64__)
    return (void *)state->uc_mcontext.gregs[16];
#elif defined(__aarch64__)
    return (void *)state->uc_mcontext.pc;
#else
    (void)state;
    return NULL;
#endif
}

static inline void whereismy_tell(struct whereismy_trace *trace) {
    if (write(STDERR_FILENO, trace->bytes, trace->count) < 0) {
        /* Nobody is there to read it. */
    }
    trace->count = 0;
}

/* Who called what was interrupted; of callers, all of them where that is not among them. */
static inline void whereismy_put_callers(struct whereismy_trace *trace, const void *interrupted) {
    void *callers[64];
    int count = backtrace(callers, 64), first = 1;
    for (int index = 1; index < count; index++)
        if (callers[index] == interrupted)
            first = index + 1;
    for (int index = first; index < count; index++)
        whereismy_put_caller(trace, (const char *)callers[index]);
}

static inline void whereismy_crashed(int signal, siginfo_t *info, void *context) {
    struct whereismy_trace trace = {.count = 0};
    void *interrupted = whereismy_interrupted(context);
    whereismy_put_head(&trace, signal, info);
    whereismy_put_caller(&trace, (const char *)interrupted);
    /* By itself, since looking for the callers crashes too where the program has jumped to nowhere. */
    whereismy_tell(&trace);
    whereismy_put_callers(&trace, interrupted);
    whereismy_tell(&trace);
    if (whereismy_is_question(signal, info))
        return;
    if (signal == SIGABRT && info->si_code == SI_USER)
        whereismy_ask_threads();
    /* The default action, now that there is nothing more to say. */
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
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
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
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
