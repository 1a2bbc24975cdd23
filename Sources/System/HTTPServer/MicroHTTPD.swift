import CMicroHTTPD
import Linux

/// A daemon of libmicrohttpd without threads of its own, used by one thread.
///
/// Safe to use: the handle is valid from `init` to `deinit` and never leaves this module.
@safe final class MicroHTTPD {
    /// Readable when ``run()`` has something to do.
    let interest: Poll.Interest
    private let epoll: FileDescriptor
    private let daemon: OpaquePointer

    /// Starts it; the context of the callbacks has to outlive it.
    ///
    /// - Throws: ``SystemError`` where memory or descriptors are out.
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
        // Suspended connections have to be resumed before: `ServerLoop.stop`.
        unsafe MHD_stop_daemon(daemon)
    }

    /// How long it may be left alone; nil for ever.
    var timeout: Duration? {
        var milliseconds: UInt64 = 0
        // It fills the one number whose address it gets, where there is a time at all.
        guard unsafe MHD_get_timeout(daemon, &milliseconds) == .YES else { return nil }
        return .milliseconds(Int64(clamping: milliseconds))
    }

    /// Does what can be done without waiting.
    func run() {
        // It fails only where its own epoll descriptor is broken, which nobody touches.
        _ = unsafe MHD_run(daemon)
    }

    /// Takes a connection over, and closes it where it cannot.
    func add(_ descriptor: Int32) {
        _ = unsafe whereismy_http_add(daemon, descriptor)
    }
}
