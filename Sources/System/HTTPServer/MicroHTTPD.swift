import CMicroHTTPD
import Linux

/// A daemon of libmicrohttpd without its own threads, used by one thread.
///
/// Safe to use: the handle is valid from `init` to `deinit` and never leaves this module.
@safe final class MicroHTTPD {
    /// Readable when ``run()`` has work.
    let interest: Poll.Interest
    private let epoll: FileDescriptor
    private let daemon: OpaquePointer

    /// Starts the daemon; the context of the callbacks has to outlive it.
    ///
    /// - Throws: ``SystemError`` if memory or descriptors are exhausted.
    init(_ limits: HTTPLimits, _ callbacks: whereismy_http_callbacks) throws(SystemError) {
        let options = whereismy_http_options(
            connection_memory: limits.connectionMemory,
            connections: UInt32(clamping: limits.connections + limits.localConnections),
            idle_seconds: limits.idleSeconds)
        guard let daemon = unsafe whereismy_http_start(options, callbacks) else { throw .last("MHD_start_daemon") }
        unsafe self.daemon = daemon
        do throws(SystemError) {
            epoll = try FileDescriptor.duplicate(of: unsafe whereismy_http_epoll(daemon))
        } catch {
            unsafe MHD_stop_daemon(daemon)
            throw error
        }
        interest = .readable(epoll)
    }

    deinit {
        // Suspended connections have to be resumed before: `ServerLoop.run`.
        unsafe MHD_stop_daemon(daemon)
    }

    /// The time until ``run()`` has to be called; nil if there is no limit.
    var timeout: Duration? {
        var milliseconds: UInt64 = 0
        // It fills one number if there is a timeout.
        guard unsafe MHD_get_timeout(daemon, &milliseconds) == .YES else { return nil }
        return .milliseconds(Int64(clamping: milliseconds))
    }

    /// Does the pending work without blocking.
    func run() {
        // It fails only if its epoll descriptor is broken, which nothing else uses.
        _ = unsafe MHD_run(daemon)
    }

    /// Takes ownership of a connection, and closes it on failure.
    func add(_ descriptor: Int32) {
        _ = unsafe whereismy_http_add(daemon, descriptor)
    }
}
