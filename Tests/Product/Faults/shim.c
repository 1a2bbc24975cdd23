/* Makes one call of a program fail, or records what it writes and flushes. Loaded by LD_PRELOAD; see shim.py.
 *
 * FAULT_PROGRAM  the short name of the program concerned; the shim leaves all others as they are
 * FAULT_ERROR    ENOSPC, EDQUOT, EIO, EINTR, EMFILE, SHORT or MALLOC: the calls that it fits are counted
 * FAULT_ONLY     only calls of this name, such as pread, are counted; all without it
 * FAULT_NUMBER   the number of the call that fails, from 1; 0 only counts
 * FAULT_LASTS    if set, all later ones fail too, as on a disk that stays full
 * FAULT_REPORT   a file that names the call that has failed
 * FAULT_COUNT    a file of four bytes for the number of calls, which a program that is killed leaves behind too
 * RECORD_LOG     a file to which changes below RECORD_ROOT are appended: records of power.py
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* What a call does; the errors that fit it follow from that. */
enum kind { CREATE, OPEN, READ, WRITE, FLUSH, RESIZE, RENAME, UNLINK, MAP, SOCKET, SEND, MEMORY };

static int is_active, lasts, is_short, is_malloc, error_number, number_to_fail;
static char report[PATH_MAX], root[PATH_MAX];
static const char *only;
static int recording = -1;
static atomic_int own_counter, *counter = &own_counter;
static pthread_mutex_t order = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static int raw_open(const char *path, int flags) { return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600); }

static void say(const char *call, const char *detail) {
    char line[PATH_MAX + 100];
    int length = snprintf(line, sizeof line, "%s %s\n", call, detail);
    int file = report[0] ? raw_open(report, O_WRONLY | O_CREAT | O_APPEND) : -1;
    if (file < 0) return;
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_close, file);
}

__attribute__((constructor)) static void prepare(void) {
    const char *program = getenv("FAULT_PROGRAM"), *error = getenv("FAULT_ERROR"), *number = getenv("FAULT_NUMBER");
    if (!program || strcmp(program, program_invocation_short_name) != 0) return;
    const char *file = getenv("FAULT_REPORT"), *log = getenv("RECORD_LOG"), *below = getenv("RECORD_ROOT");
    if (file) snprintf(report, sizeof report, "%s", file);
    if (log && below) {
        snprintf(root, sizeof root, "%s/", below);
        int opened = raw_open(log, O_WRONLY | O_CREAT | O_APPEND);
        /* Far from the numbers that the program passes on or closes. */
        recording = fcntl(opened, F_DUPFD_CLOEXEC, 900);
        syscall(SYS_close, opened);
    }
    if (!error || !number) return;
    only = getenv("FAULT_ONLY");
    lasts = getenv("FAULT_LASTS") != NULL;
    const char *count = getenv("FAULT_COUNT");
    int shared = count ? raw_open(count, O_RDWR) : -1;
    if (shared >= 0) {
        void *mapped = (void *)syscall(SYS_mmap, NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
        if (mapped != MAP_FAILED) counter = mapped;
        syscall(SYS_close, shared);
    }
    static const struct { const char *name; int value; } errors[] = {
        {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EIO", EIO}, {"EINTR", EINTR}, {"EMFILE", EMFILE}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(error, errors[i].name) == 0) error_number = errors[i].value;
    is_short = strcmp(error, "SHORT") == 0;
    is_malloc = strcmp(error, "MALLOC") == 0;
    number_to_fail = atoi(number);
    is_active = 1;
}

static int is_regular(int file) {
    struct stat status;
    return syscall(SYS_fstat, file, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

static int is_stream(int file) {
    struct stat status;
    int type = 0;
    socklen_t size = sizeof type;
    if (syscall(SYS_fstat, file, &status) != 0) return 0;
    return S_ISSOCK(status.st_mode) && getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

/* The error that the kernel can give to this call for the chosen cause; 0 if it gives none. */
static int fitting(enum kind kind, int file) {
    int regular = file < 0 || is_regular(file);
    /* Messages have to reach the log, which names the cause. */
    if (file >= 0 && file <= 2) return 0;
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return regular && (kind == CREATE || kind == WRITE || kind == FLUSH || kind == RESIZE || kind == RENAME)
                ? error_number : 0;
        case EINTR:
            return kind == RENAME || kind == UNLINK || kind == MAP || kind == SOCKET || kind == MEMORY ? 0 : EINTR;
        case EMFILE: return kind == CREATE || kind == OPEN || kind == SOCKET ? EMFILE : 0;
        case EIO:
            if (kind == MAP) return ENOMEM;
            if (kind == SOCKET || kind == MEMORY) return 0;
            if (kind == SEND || (!regular && is_stream(file))) return ECONNRESET;
            return regular ? EIO : 0;
        default: return 0;
    }
}

static int is_next(const char *call, const char *detail) {
    if (only && strcmp(only, call) != 0) return 0;
    int number = atomic_fetch_add(counter, 1) + 1;
    if (number == number_to_fail) say(call, detail);
    return number == number_to_fail || (lasts && number_to_fail > 0 && number > number_to_fail);
}

/* True if this call fails; errno is set then. */
static int fails(const char *call, enum kind kind, int file, const char *path) {
    if (!is_active || is_short || is_malloc) return 0;
    int error = fitting(kind, file);
    char name[PATH_MAX] = "", link[40];
    if (error == 0) return 0;
    if (!path && file >= 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        if (syscall(SYS_readlink, link, name, sizeof name - 1) < 0) name[0] = 0;
    }
    if (!is_next(call, path ? path : name)) return 0;
    /* A connection that was reset is one no longer. */
    if (error == ECONNRESET) shutdown(file, SHUT_RDWR);
    errno = error;
    return 1;
}

/* The number of bytes that this call may move. */
static size_t shortened(const char *call, int file, size_t count) {
    if (!is_active || !is_short || count < 2 || file <= 2 || !(is_regular(file) || is_stream(file))) return count;
    char detail[60];
    snprintf(detail, sizeof detail, "%zu of %zu bytes", count / 2, count);
    return is_next(call, detail) ? count / 2 : count;
}

/* MARK: Records: a letter, the inode, an offset, the lengths of a path and of bytes, and both. */

static void record(char letter, uint64_t inode, uint64_t offset, const char *path, const void *bytes, size_t count) {
    struct { uint64_t letter, inode, offset, path, bytes; } head = {(uint64_t)letter, inode, offset, strlen(path), count};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)bytes, count}};
    syscall(SYS_writev, recording, parts, 3);
}

static int path_of(int file, char *path) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlink, link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    return strncmp(path, root, strlen(root)) == 0 || strncmp(path, root, strlen(root) - 1) == 0;
}

static void absolute(int directory, const char *name, char *path) {
    if (name[0] == '/') { snprintf(path, PATH_MAX, "%s", name); return; }
    char folder[PATH_MAX];
    if (directory == AT_FDCWD) { if (!getcwd(folder, sizeof folder)) folder[0] = 0; } else path_of(directory, folder);
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX) path[0] = 0;
}

static int is_below(const char *path) { return strncmp(path, root, strlen(root)) == 0; }

static void begin(void) { if (recording >= 0) pthread_mutex_lock(&order); }
static void end(void) { int saved = errno; if (recording >= 0) pthread_mutex_unlock(&order); errno = saved; }

/* Records a change of an open file, if it is one of those concerned. */
static void record_change(char letter, int file, uint64_t offset, const void *bytes, size_t count) {
    char path[PATH_MAX];
    struct stat status;
    int saved = errno;
    if (recording >= 0 && path_of(file, path) && syscall(SYS_fstat, file, &status) == 0
        && (S_ISREG(status.st_mode) || letter == 'F'))
        record(letter, status.st_ino, offset, path, bytes, count);
    errno = saved;
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static int open_at(const char *call, int directory, const char *name, int flags, mode_t mode) {
    struct stat before, after;
    int is_new = flags & O_CREAT && fstatat(directory, name, &before, AT_SYMLINK_NOFOLLOW) != 0;
    if (fails(call, is_new ? CREATE : OPEN, -1, name)) return -1;
    begin();
    int file = (int)syscall(SYS_openat, directory, name, flags | O_LARGEFILE, mode);
    char path[PATH_MAX];
    if (recording >= 0 && file >= 0 && is_new && path_of(file, path) && syscall(SYS_fstat, file, &after) == 0)
        record('C', after.st_ino, 0, path, NULL, 0);
    else if (file >= 0 && flags & O_TRUNC) record_change('T', file, 0, NULL, 0);
    end();
    return file;
}

#define MODE mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); \
    mode = va_arg(more, mode_t); va_end(more); }
int open(const char *path, int flags, ...) { MODE return open_at("open", AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return open_at("open", AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE return open_at("openat", at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE return open_at("openat", at, path, flags, mode); }

ssize_t read(int file, void *buffer, size_t count) {
    REAL(ssize_t, read, int, void *, size_t);
    return fails("read", READ, file, NULL) ? -1 : real(file, buffer, shortened("read", file, count));
}
static ssize_t read_at(int file, void *buffer, size_t count, off_t offset) {
    if (fails("pread", READ, file, NULL)) return -1;
    return syscall(SYS_pread64, file, buffer, shortened("pread", file, count), offset);
}
ssize_t pread(int file, void *buffer, size_t count, off_t offset) { return read_at(file, buffer, count, offset); }
ssize_t pread64(int file, void *buffer, size_t count, off64_t offset) { return read_at(file, buffer, count, offset); }

ssize_t write(int file, const void *buffer, size_t count) {
    REAL(ssize_t, write, int, const void *, size_t);
    if (fails("write", WRITE, file, NULL)) return -1;
    count = shortened("write", file, count);
    begin();
    ssize_t written = real(file, buffer, count);
    if (recording >= 0 && written > 0)
        record_change('W', file, (uint64_t)lseek(file, 0, SEEK_CUR) - (uint64_t)written, buffer, (size_t)written);
    end();
    return written;
}
static ssize_t write_at(int file, const void *buffer, size_t count, off_t offset) {
    if (fails("pwrite64", WRITE, file, NULL)) return -1;
    count = shortened("pwrite64", file, count);
    begin();
    ssize_t written = syscall(SYS_pwrite64, file, buffer, count, offset);
    if (written > 0) record_change('W', file, (uint64_t)offset, buffer, (size_t)written);
    end();
    return written;
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { return write_at(file, bytes, count, at); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) { return write_at(file, bytes, count, at); }

/* Data is kept in the page cache of this machine anyway: the record says what a flush promises. */
static int flush(const char *call, int file, long number) {
    if (fails(call, FLUSH, file, NULL)) return -1;
    begin();
    int result = recording >= 0 ? 0 : (int)syscall(number, file);
    if (result == 0) record_change('F', file, 0, NULL, 0);
    end();
    return result;
}
int fsync(int file) { return flush("fsync", file, SYS_fsync); }
int fdatasync(int file) { return flush("fdatasync", file, SYS_fdatasync); }

static int resize(int file, off_t size) {
    if (fails("ftruncate", RESIZE, file, NULL)) return -1;
    begin();
    int result = (int)syscall(SYS_ftruncate, file, size);
    if (result == 0) record_change('T', file, (uint64_t)size, NULL, 0);
    end();
    return result;
}
int ftruncate(int file, off_t size) { return resize(file, size); }
int ftruncate64(int file, off64_t size) { return resize(file, size); }
int fallocate(int file, int mode, off_t offset, off_t size) {
    return fails("fallocate", RESIZE, file, NULL) ? -1 : (int)syscall(SYS_fallocate, file, mode, offset, size);
}
int fallocate64(int file, int mode, off64_t at, off64_t size) { return fallocate(file, mode, at, size); }
int posix_fallocate(int file, off_t offset, off_t size) { return fallocate(file, 0, offset, size) == 0 ? 0 : errno; }
int posix_fallocate64(int file, off64_t at, off64_t size) { return posix_fallocate(file, at, size); }

static int move(const char *call, int from, const char *old, int to, const char *new, unsigned flags) {
    if (fails(call, RENAME, -1, new)) return -1;
    char source[PATH_MAX], target[PATH_MAX];
    begin();
    int result = (int)syscall(SYS_renameat2, from, old, to, new, flags);
    if (result == 0 && recording >= 0) {
        absolute(from, old, source);
        absolute(to, new, target);
        if (is_below(source) || is_below(target)) record('R', 0, 0, source, target, strlen(target));
    }
    end();
    return result;
}
int rename(const char *old, const char *new) { return move("rename", AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) { return move("rename", from, old, to, new, 0); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    return move("renameat2", from, old, to, new, flags);
}

static int remove_at(int directory, const char *name, int flags) {
    if (fails("unlink", UNLINK, -1, name)) return -1;
    char path[PATH_MAX];
    begin();
    int result = (int)syscall(SYS_unlinkat, directory, name, flags);
    if (result == 0 && recording >= 0) {
        absolute(directory, name, path);
        if (is_below(path)) record('U', 0, 0, path, NULL, 0);
    }
    end();
    return result;
}
int unlink(const char *path) { return remove_at(AT_FDCWD, path, 0); }
int unlinkat(int directory, const char *path, int flags) { return remove_at(directory, path, flags); }

static void *map(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (file >= 0 && fails("mmap", MAP, file, NULL)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}
void *mmap(void *at, size_t size, int prot, int flags, int file, off_t off) { return map(at, size, prot, flags, file, off); }
void *mmap64(void *at, size_t size, int prot, int flags, int file, off64_t off) { return map(at, size, prot, flags, file, off); }

int socket(int domain, int type, int protocol) {
    return fails("socket", SOCKET, -1, "") ? -1 : (int)syscall(SYS_socket, domain, type, protocol);
}
/* Answers are sent by these calls too. */
ssize_t send(int file, const void *bytes, size_t count, int flags) {
    REAL(ssize_t, send, int, const void *, size_t, int);
    return fails("send", SEND, file, NULL) ? -1 : real(file, bytes, shortened("send", file, count), flags);
}
ssize_t sendto(int file, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t size) {
    REAL(ssize_t, sendto, int, const void *, size_t, int, const struct sockaddr *, socklen_t);
    return fails("send", SEND, file, NULL) ? -1 : real(file, bytes, shortened("send", file, count), flags, to, size);
}
ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    REAL(ssize_t, sendmsg, int, const struct msghdr *, int);
    return fails("send", SEND, file, NULL) ? -1 : real(file, message, flags);
}

/* glibc's own names, since dlsym itself allocates. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static int is_exhausted(const char *call) {
    if (!is_active || !is_malloc || !is_next(call, "")) return 0;
    errno = ENOMEM;
    return 1;
}
void *malloc(size_t size) { return is_exhausted("malloc") ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return is_exhausted("calloc") ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return is_exhausted("realloc") ? NULL : __libc_realloc(old, size); }
