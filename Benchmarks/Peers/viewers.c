/* Many concurrent clients of GET /v1/events: connects, prints "ready" when each has received its first event, and then
 * the figures for each byte of its standard input: those since the byte before.
 *
 * usage: viewers (PORT | SOCKET-FILE) COUNT [TOKEN]
 *
 * The delay of an event is the kernel's time stamp of its last byte minus the time of its fix, which the simulated gpsd
 * sets to the time of sending. A Unix socket has no such time stamps, so there the time of reading is used. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { EVENT_SIZE = 4096, DELAYS = 1 << 20, BATCH = 256 };

struct viewer {
    int socket;
    size_t filled;
    unsigned long last;
    char bytes[EVENT_SIZE];
};

struct figures {
    unsigned long events, lost, duplicated, malformed, missed, dropped;
};

static struct viewer *viewers;
static struct figures figures;
/* The number of events for each delay in microseconds; the last entry is for all longer delays. */
static unsigned delays[DELAYS];
static int is_measuring;
static long waiting;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int connect_to(const char *address)
{
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    struct sockaddr_in network = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int is_local = strchr(address, '/') != NULL, yes = 1, result;
    int client = socket(is_local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (client < 0)
        fail("socket");
    strncpy(local.sun_path, address, sizeof local.sun_path - 1);
    network.sin_port = htons((unsigned short)atoi(address));
    setsockopt(client, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof yes);
    result = is_local ? connect(client, (struct sockaddr *)&local, sizeof local)
                      : connect(client, (struct sockaddr *)&network, sizeof network);
    if (result < 0)
        fail("connect");
    return client;
}

static void send_request(int client, const char *token)
{
    char request[512];
    int size = snprintf(request, sizeof request,
        "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n%s%s%s\r\n",
        token ? "Authorization: Bearer " : "", token ? token : "", token ? "\r\n" : "");

    if (write(client, request, (size_t)size) != size)
        fail("write");
}

/* Returns the time after a key, such as 2026-01-31T10:30:00.123Z, in microseconds since 1970; -1 without one. */
static long long time_after(const char *event, const char *key)
{
    struct tm parts = {0};
    double seconds;
    const char *text = strstr(event, key);

    if (text == NULL || sscanf(text + strlen(key), "%d-%d-%dT%d:%d:%lfZ", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
                            &parts.tm_hour, &parts.tm_min, &seconds) != 6)
        return -1;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return (long long)timegm(&parts) * 1000000 + (long long)(seconds * 1e6 + 0.5);
}

/* Returns the number of an event, whose ID is RUN-NUMBER; 0 without one. */
static unsigned long number(const char *event)
{
    const char *id = strstr(event, "id: "), *dash = id ? strchr(id, '-') : NULL;

    return dash ? strtoul(dash + 1, NULL, 10) : 0;
}

static void record(struct viewer *viewer, const char *event, long long arrived)
{
    unsigned long next = number(event);
    long long sent = time_after(event, "\"timestamp\":\""), delay = arrived - sent;

    if (strstr(event, "event: missed") != NULL) {
        figures.missed++;
        return;
    }
    if (strstr(event, "event: report") == NULL)
        return; /* a heartbeat */
    if (viewer->last == 0)
        waiting--;
    else if (next <= viewer->last)
        figures.duplicated++;
    else
        figures.lost += next - viewer->last - 1;
    viewer->last = next;
    if (!is_measuring)
        return;
    figures.events++;
    if (next == 0 || sent < 0 || delay < 0) {
        figures.malformed++;
        return;
    }
    delays[delay < DELAYS ? delay : DELAYS - 1]++;
}

/* Consumes the complete events of a viewer's buffer. */
static void consume_events(struct viewer *viewer, long long arrived)
{
    char *begin = viewer->bytes, *end;

    viewer->bytes[viewer->filled] = '\0';
    while ((end = strstr(begin, "\n\n")) != NULL) {
        *end = '\0';
        record(viewer, begin, arrived);
        begin = end + 2;
    }
    viewer->filled -= (size_t)(begin - viewer->bytes);
    memmove(viewer->bytes, begin, viewer->filled);
}

/* Returns the time at which the kernel received the bytes, else the current time, in microseconds since 1970. */
static long long arrival(struct msghdr *message)
{
    struct timespec time;
    struct cmsghdr *header = CMSG_FIRSTHDR(message);

    clock_gettime(CLOCK_REALTIME, &time);
    for (; header != NULL; header = CMSG_NXTHDR(message, header))
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SO_TIMESTAMPNS)
            memcpy(&time, CMSG_DATA(header), sizeof time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void receive(struct viewer *viewer)
{
    char control[128];
    struct iovec part = {viewer->bytes + viewer->filled, EVENT_SIZE - 1 - viewer->filled};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t size = recvmsg(viewer->socket, &message, MSG_DONTWAIT);

    if (size < 0 && errno == EAGAIN)
        return;
    if (size <= 0) {
        figures.dropped++;
        close(viewer->socket);
        return;
    }
    viewer->filled += (size_t)size;
    consume_events(viewer, arrival(&message));
}

static double percentile(unsigned long count, double share)
{
    unsigned long left = (unsigned long)((double)count * share);
    size_t delay = 0;

    while (delay < DELAYS - 1 && (delays[delay] == 0 || left >= delays[delay]))
        left -= delays[delay++];
    return (double)delay / 1e6;
}

/* Prints the figures, and begins new ones. */
static void print_figures(void)
{
    unsigned long counted = figures.events - figures.malformed;
    size_t maximum = DELAYS - 1;

    while (maximum > 0 && delays[maximum] == 0)
        maximum--;
    printf("events %lu\nlost %lu\nduplicated %lu\nmalformed %lu\nmissed %lu\ndropped %lu\n", figures.events, figures.lost,
        figures.duplicated, figures.malformed, figures.missed, figures.dropped);
    printf("median %.6f\np99 %.6f\nmaximum %.6f\n", percentile(counted, 0.5), percentile(counted, 0.99),
        (double)maximum / 1e6);
    fflush(stdout);
    memset(&figures, 0, sizeof figures);
    memset(delays, 0, sizeof delays);
}

/* Handles a byte of standard input; returns 0 at its end. */
static int obey(void)
{
    char byte;

    if (read(STDIN_FILENO, &byte, 1) != 1)
        return 0;
    print_figures();
    return 1;
}

/* Reads from the viewers until standard input ends. */
static void watch(int poller)
{
    struct epoll_event ready[BATCH];
    int is_open = 1;

    while (is_open) {
        int count = epoll_wait(poller, ready, BATCH, -1);

        for (int index = 0; index < count; index++) {
            if (ready[index].data.ptr == NULL)
                is_open = obey();
            else
                receive(ready[index].data.ptr);
        }
        if (!is_measuring && waiting == 0) {
            is_measuring = 1;
            printf("ready\n");
            fflush(stdout);
        }
    }
}

int main(int argc, char *argv[])
{
    int poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event interest = {.events = EPOLLIN};

    if (argc < 3)
        return fprintf(stderr, "usage: viewers (PORT | SOCKET-FILE) COUNT [TOKEN]\n"), 1;
    waiting = atol(argv[2]);
    viewers = calloc((size_t)waiting, sizeof *viewers);
    if (viewers == NULL || poller < 0)
        fail("viewers");
    if (epoll_ctl(poller, EPOLL_CTL_ADD, STDIN_FILENO, &interest) < 0)
        fail("epoll_ctl");
    for (long index = 0, count = waiting; index < count; index++) {
        viewers[index].socket = connect_to(argv[1]);
        send_request(viewers[index].socket, argc > 3 ? argv[3] : NULL);
        interest.data.ptr = &viewers[index];
        if (epoll_ctl(poller, EPOLL_CTL_ADD, viewers[index].socket, &interest) < 0)
            fail("epoll_ctl");
    }
    watch(poller);
    return 0;
}
