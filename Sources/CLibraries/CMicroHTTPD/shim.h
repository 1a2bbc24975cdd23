#pragma once

#include <microhttpd.h>
#include <string.h>

/* MHD_start_daemon is variadic, which Swift cannot call, and its options are function pointers and numbers of several
 * widths; this wrapper lets the compiler check them. The caller accepts sockets and waits on the epoll descriptor.
 * No MHD_USE_ERROR_LOG: it writes a line for each client that leaves. */
struct whereismy_http_options {
    size_t connection_memory;
    unsigned connections;
    unsigned idle_seconds;
};
struct whereismy_http_callbacks {
    void *context;
    MHD_AccessHandlerCallback answer;
    MHD_NotifyConnectionCallback connection;
    MHD_RequestCompletedCallback completed;
    void *(*target)(void *, const char *, struct MHD_Connection *);
    size_t (*unescape)(void *, struct MHD_Connection *, char *);
};
/* The strictness, by the version of the library that is loaded, not of its headers. 0.9 rejects a blank before a colon
 * at -1 alone, and leaves requests without Host to the caller: at 0 it sends the head of its own error response twice.
 * 1.0 reads -1 as -3, its most lenient level, which accepts blanks before the colon and lines without one, so that
 * `Transfer-Encoding : chunked` smuggles a request; above 0 it rejects bare line feeds. */
static inline int whereismy_http_strictness(const char *version) { return strncmp(version, "0.", 2) == 0 ? -1 : 0; }

static inline struct MHD_Daemon *whereismy_http_start(
    struct whereismy_http_options options, struct whereismy_http_callbacks callbacks)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL,
        callbacks.answer, callbacks.context,
        MHD_OPTION_STRICT_FOR_CLIENT, whereismy_http_strictness(MHD_get_version()),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options.connection_memory,
        MHD_OPTION_CONNECTION_LIMIT, options.connections,
        MHD_OPTION_CONNECTION_TIMEOUT, options.idle_seconds,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.context,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.context,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, callbacks.context,
        MHD_OPTION_UNESCAPE_CALLBACK, callbacks.unescape, callbacks.context,
        MHD_OPTION_END);
}

/* Variadic too. */
static inline int whereismy_http_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}
static inline void *whereismy_http_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}
/* The bytes of the header as read, blanks and line ends included. */
static inline size_t whereismy_http_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}
static inline int whereismy_http_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}
static inline enum MHD_Result whereismy_http_close_after(struct MHD_Response *response) {
    return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/* The library copies the client's address and never uses it; the caller knows it. */
static inline enum MHD_Result whereismy_http_add(struct MHD_Daemon *daemon, int descriptor) {
    struct sockaddr unused;
    memset(&unused, 0, sizeof unused);
    return MHD_add_connection(daemon, descriptor, &unused, sizeof unused);
}

/* Macros with casts, which Swift does not import. */
static const uint64_t whereismy_http_unknown_size = MHD_SIZE_UNKNOWN;
static const ssize_t whereismy_http_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t whereismy_http_failure = MHD_CONTENT_READER_END_WITH_ERROR;
