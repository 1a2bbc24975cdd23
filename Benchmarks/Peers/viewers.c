/* Many clients of GET /v1/events at once, as a load: connects, says "ready" when each has had its first event, measures
 * until its standard input ends, and prints what it saw.
 *
 * usage: viewers (PORT | SOCKET-FILE) COUNT [TOKEN]
 *
 * The delay of an event is the kernel's time stamp of its last byte minus the time of its fix, which the measuring gpsd
 * sets to the moment at which it sends it. Over a Unix socket, where there are no such time stamps, it is the clock when
 * the bytes are read. */
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
    unsigned long events, lost, doubled, broken, missed, dropped;
};

static struct viewer *viewers;
static struct figures seen;
/* How many events took so many microseconds; the last is for all that took longer. */
static unsigned delays[DELAYS];
static int measures;
static long waiting;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int connected(const char *address)
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

static void ask(int client, const char *token)
{
    char request[512];
    int size = snprintf(request, sizeof request,
        "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n%s%s%s\r\n",
        token ? "Authorization: Bearer " : "", token ? token : "", token ? "\r\n" : "");

    if (write(client, request, (size_t)size) != size)
        fail("write");
}

/* Microseconds since 1970 of what follows a key: 2026-01-31T10:30:00.123Z; -1 where there is none. */
static long long moment(const char *event, const char *key)
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

/* The number of an event, RUN-NUMBER; 0 where there is none. */
static unsigned long number(const char *event)
{
    const char *id = strstr(event, "id: "), *dash = id ? strchr(id, '-') : NULL;

    return dash ? strtoul(dash + 1, NULL, 10) : 0;
}

static void note(struct viewer *viewer, const char *event, long long arrived)
{
    unsigned long next = number(event);
    long long sent = moment(event, "\"timestamp\":\""), delay = arrived - sent;

    if (strstr(event, "event: missed") != NULL) {
        seen.missed++;
        return;
    }
    if (strstr(event, "event: report") == NULL)
        return; /* a heartbeat */
    if (viewer->last == 0)
        waiting--;
    else if (next <= viewer->last)
        seen.doubled++;
    else
        seen.lost += next - viewer->last - 1;
    viewer->last = next;
    if (!measures)
        return;
    seen.events++;
    if (next == 0 || sent < 0 || delay < 0) {
        seen.broken++;
        return;
    }
    delays[delay < DELAYS ? delay : DELAYS - 1]++;
}

/* Takes the events that are complete out of what a viewer has had. */
static void take_events(struct viewer *viewer, long long arrived)
{
    char *begin = viewer->bytes, *end;

    viewer->bytes[viewer->filled] = '\0';
    while ((end = strstr(begin, "\n\n")) != NULL) {
        *end = '\0';
        note(viewer, begin, arrived);
        begin = end + 2;
    }
    viewer->filled -= (size_t)(begin - viewer->bytes);
    memmove(viewer->bytes, begin, viewer->filled);
}

/* Microseconds at which the kernel got the bytes, else now. */
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
        seen.dropped++;
        close(viewer->socket);
        return;
    }
    viewer->filled += (size_t)size;
    take_events(viewer, arrival(&message));
}

static double percentile(unsigned long count, double share)
{
    unsigned long left = (unsigned long)((double)count * share);
    size_t delay = 0;

    while (delay < DELAYS - 1 && (delays[delay] == 0 || left >= delays[delay]))
        left -= delays[delay++];
    return (double)delay / 1e6;
}

static void tell(void)
{
    unsigned long counted = seen.events - seen.broken;
    size_t longest = DELAYS - 1;

    while (longest > 0 && delays[longest] == 0)
        longest--;
    printf("events %lu\nlost %lu\ndoubled %lu\nbroken %lu\nmissed %lu\ndropped %lu\n", seen.events, seen.lost,
        seen.doubled, seen.broken, seen.missed, seen.dropped);
    printf("median %.6f\np99 %.6f\nlongest %.6f\n", percentile(counted, 0.5), percentile(counted, 0.99),
        (double)longest / 1e6);
}

/* Serves those who have something until there is input, which ends the measurement. */
static void watch(int poller)
{
    struct epoll_event ready[BATCH];
    int is_over = 0;

    while (!is_over) {
        int count = epoll_wait(poller, ready, BATCH, -1);

        for (int index = 0; index < count; index++) {
            if (ready[index].data.ptr == NULL)
                is_over = 1;
            else
                receive(ready[index].data.ptr);
        }
        if (!measures && waiting == 0) {
            measures = 1;
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
        viewers[index].socket = connected(argv[1]);
        ask(viewers[index].socket, argc > 3 ? argv[3] : NULL);
        interest.data.ptr = &viewers[index];
        if (epoll_ctl(poller, EPOLL_CTL_ADD, viewers[index].socket, &interest) < 0)
            fail("epoll_ctl");
    }
    watch(poller);
    tell();
    return 0;
}
