/* dladdr and REG_RIP are GNU additions. */
#define _GNU_SOURCE
#include "CCrashHandler.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* The start of each line: the priority for the journal, or nothing. */
static const char *line_prefix = "";

/* Sent by the crashing thread to the others, which then write where they are. */
static const int query_signal = SIGTRAP;

static const size_t stack_size = 65536;

/* The file that a crash of this thread creates; empty for none. */
static _Thread_local char note_path[1024];

/* The handlers that were there before. */
static struct sigaction earlier[NSIG];

struct trace {
    size_t count;
    char bytes[8192];
};

static void append(struct trace *trace, const char *text) {
    while (*text && trace->count < sizeof trace->bytes)
        trace->bytes[trace->count++] = *text++;
}

static void append_number(struct trace *trace, uintptr_t number, unsigned base) {
    char digits[24];
    size_t start = sizeof digits - 1;
    digits[start] = 0;
    do
        digits[--start] = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    append(trace, digits + start);
}

static void flush(struct trace *trace) {
    if (write(STDERR_FILENO, trace->bytes, trace->count) < 0) {
        /* There is no reader. */
    }
    trace->count = 0;
}

static const char *signal_name(int signal) {
    switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGFPE: return "SIGFPE";
    case SIGTRAP: return "SIGTRAP";
    default: return "SIGABRT";
    }
}

static int is_query(int signal, const siginfo_t *info) {
    return signal == query_signal && info->si_code == SI_TKILL && info->si_pid == getpid();
}

static void append_cause(struct trace *trace, int signal, const siginfo_t *info) {
    append(trace, "crashed: ");
    append(trace, signal_name(signal));
    if (info->si_code == SI_USER) {
        append(trace, " sent by process ");
        append_number(trace, (uintptr_t)info->si_pid, 10);
    } else if (info->si_code > 0) {
        append(trace, " at address 0x");
        append_number(trace, (uintptr_t)info->si_addr, 16);
    }
    append(trace, " in ");
}

static void append_head(struct trace *trace, int signal, const siginfo_t *info) {
    char thread[16] = "";
    prctl(PR_GET_NAME, thread);
    append(trace, line_prefix);
    if (!is_query(signal, info))
        append_cause(trace, signal, info);
    append(trace, "thread ");
    append(trace, thread);
    append(trace, "; callers as file+offset for addr2line -e, the newest first:\n");
}

static void append_frame(struct trace *trace, const char *address) {
    Dl_info place = {0};
    append(trace, line_prefix);
    if (dladdr(address, &place) && place.dli_fname) {
        const char *slash = strrchr(place.dli_fname, '/');
        append(trace, slash ? slash + 1 : place.dli_fname);
        append(trace, "+0x");
        append_number(trace, (uintptr_t)(address - (const char *)place.dli_fbase), 16);
    } else {
        append(trace, "0x");
        append_number(trace, (uintptr_t)address, 16);
    }
    append(trace, "\n");
}

/* Appends the callers of the interrupted instruction; all frames if it is not among them. */
static void append_callers(struct trace *trace, const void *interrupted) {
    void *callers[64];
    int count = backtrace(callers, 64), first = 1;
    for (int index = 1; index < count; index++)
        if (callers[index] == interrupted)
            first = index + 1;
    for (int index = first; index < count; index++)
        append_frame(trace, (const char *)callers[index]);
}

static void *interrupted_instruction(const void *context) {
    const ucontext_t *state = (const ucontext_t *)context;
#if defined(__x86_64__)
    return (void *)state->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (void *)state->uc_mcontext.pc;
#else
    (void)state;
    return NULL;
#endif
}

/* The result of getdents64(2), which has no header. */
struct entry {
    uint64_t inode;
    int64_t next;
    uint16_t size;
    uint8_t kind;
    char name[];
};

static void query_thread(const char *name) {
    static const struct timespec delay = {.tv_nsec = 20000000};
    long thread = 0;
    while (*name >= '0' && *name <= '9')
        thread = thread * 10 + (*name++ - '0');
    if (thread == 0 || thread == syscall(SYS_gettid))
        return;
    syscall(SYS_tgkill, getpid(), thread, query_signal);
    nanosleep(&delay, NULL);
}

/* After a watchdog's SIGABRT: shows which thread is stuck, and where. */
static void query_threads(void) {
    char buffer[4096] __attribute__((aligned(8)));
    int directory = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long count = syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    for (long offset = 0; offset < count;) {
        const struct entry *entry = (const struct entry *)(buffer + offset);
        query_thread(entry->name);
        offset += entry->size;
    }
    close(directory);
}

/* A signal that somebody sent says nothing about the work of the thread that received it. */
static void leave_note(int signal, const siginfo_t *info) {
    if (note_path[0] == 0 || info->si_code == SI_USER || is_query(signal, info))
        return;
    int file = open(note_path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0640);
    if (file >= 0)
        close(file);
}

static void handle(int signal, siginfo_t *info, void *context) {
    struct trace trace = {.count = 0};
    void *interrupted = interrupted_instruction(context);
    leave_note(signal, info);
    append_head(&trace, signal, info);
    append_frame(&trace, (const char *)interrupted);
    /* Written separately: after a jump to an invalid address, the unwinding crashes too. */
    flush(&trace);
    append_callers(&trace, interrupted);
    flush(&trace);
    if (is_query(signal, info))
        return;
    if (signal == SIGABRT && info->si_code == SI_USER)
        query_threads();
    struct sigaction default_action = {.sa_handler = SIG_DFL};
    sigaction(signal, &default_action, NULL);
    raise(signal);
}

/* Leaves the report to the handler that was there before. */
static void handle_with_earlier(int signal, siginfo_t *info, void *context) {
    leave_note(signal, info);
    earlier[signal].sa_sigaction(signal, info, context);
}

void whereismy_crash_handler_install(int is_journal) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    void *first;
    /* The first call loads libgcc_s and allocates, which the handler must not. */
    backtrace(&first, 1);
    if (is_journal)
        line_prefix = "<2>";
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
        struct sigaction before, action = {0};
        sigaction(signals[index], NULL, &before);
        if (before.sa_sigaction == handle || before.sa_sigaction == handle_with_earlier)
            continue;
        if (before.sa_flags & SA_SIGINFO) {
            earlier[signals[index]] = action = before;
            action.sa_sigaction = handle_with_earlier;
        } else if (before.sa_handler == SIG_DFL) {
            action.sa_sigaction = handle;
            action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        } else {
            continue;
        }
        sigaction(signals[index], &action, NULL);
    }
}

void whereismy_crash_note_set(const char *path) {
    size_t size = strlen(path) + 1;
    if (size <= sizeof note_path)
        memcpy(note_path, path, size);
}

void *whereismy_crash_stack_create(void) {
    void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
    sigaltstack(&stack, NULL);
    return memory;
}

void whereismy_crash_stack_destroy(void *stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    if (stack)
        munmap(stack, stack_size);
}
