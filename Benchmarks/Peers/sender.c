/* The least server of live viewers: accepts COUNT connections and sends each the bytes that it reads from its standard
 * input, a line with their length before them, by one send per connection.
 *
 * usage: sender COUNT; prints its port, and "ready" when all have connected. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAXIMUM = 65536, BACKLOG = 4096 };

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int listen_on_loopback(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, BACKLOG) < 0
        || getsockname(listener, (struct sockaddr *)&address, &size) < 0)
        fail("listen");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

/* Accepts a connection and reads its request, which fits one segment. */
static int accept_viewer(int listener)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    static char request[4096];
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);

    if (client < 0 || read(client, request, sizeof request) <= 0)
        fail("accept");
    if (send(client, head, sizeof head - 1, MSG_NOSIGNAL) < 0)
        fail("send");
    return client;
}

int main(int argc, char *argv[])
{
    static char bytes[MAXIMUM];
    long count = argc == 2 ? atol(argv[1]) : 0;
    int *viewers = calloc((size_t)count + 1, sizeof *viewers), listener;
    size_t size;

    if (count <= 0 || viewers == NULL)
        return fprintf(stderr, "usage: sender COUNT\n"), 1;
    listener = listen_on_loopback();
    for (long index = 0; index < count; index++)
        viewers[index] = accept_viewer(listener);
    printf("ready\n");
    fflush(stdout);
    setvbuf(stdin, NULL, _IONBF, 0);
    while (scanf("%zu%*c", &size) == 1 && size <= MAXIMUM && fread(bytes, 1, size, stdin) == size)
        for (long index = 0; index < count; index++)
            if (send(viewers[index], bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)size && errno != EPIPE)
                fail("send");
    return 0;
}
