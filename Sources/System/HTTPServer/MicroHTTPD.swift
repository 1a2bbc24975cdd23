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

    /// Does the pending work without blocking; opens, or refuses and closes, every connection that was added.
    func run() {
        // It fails only if its epoll descriptor is broken, which nothing else uses.
        _ = unsafe MHD_run(daemon)
    }

    /// Takes ownership of a connection; returns false if it was refused, and is closed.
    ///
    /// 0.9.75 opens it at once, 1.0 in the next ``run()``, where it may still refuse it.
    func add(_ descriptor: Int32) -> Bool {
        unsafe whereismy_http_add(daemon, descriptor) == .YES
    }
}

extension whereismy_http_callbacks {
    /// Returns the callbacks of the library, called on the server's thread; the context is a `ServerLoop`, which
    /// outlives the daemon.
    static func serverLoop(_ context: UnsafeMutableRawPointer) -> whereismy_http_callbacks {
        unsafe whereismy_http_callbacks(
            context: context, answer: answerRequest, connection: connectionChanged, completed: requestCompleted,
            target: saveTarget, unescape: skipUnescaping)
    }
}

/// Returns the loop that a daemon was started with.
private func loop(_ context: UnsafeMutableRawPointer?) -> ServerLoop? {
    // The context is the one given at the start, which lives as long as the daemon.
    unsafe context.map { unsafe Unmanaged<ServerLoop>.fromOpaque($0).takeUnretainedValue() }
}

/// Returns the server's state of a library connection.
private func httpConnection(of connection: OpaquePointer?) -> HTTPConnection? {
    // Set by `connectionChanged`, and held by the loop's table until it is closed.
    let context = unsafe whereismy_http_context(connection)
    return unsafe context.map { unsafe Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue() }
}

private func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
    guard let loop = unsafe loop(context), let slot = unsafe socketContext else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
        // Held by the loop's table until it is closed. Without an entry there, its requests get no response.
        let opened = loop.table.open(unsafe whereismy_http_descriptor(connection))
        unsafe slot.pointee = opened.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    } else if let pointer = unsafe slot.pointee {
        unsafe loop.table.remove(Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue())
        unsafe slot.pointee = nil
    }
}

private func requestCompleted(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: MHD_RequestTerminationCode
) {
    guard let loop = unsafe loop(context), let connection = unsafe httpConnection(of: connection) else { return }
    loop.requestEnded(connection)
}

/// Saves the raw target before the library modifies it; the returned nil marks "no call of `answerRequest` yet".
private func saveTarget(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let loop = unsafe loop(context), let client = unsafe httpConnection(of: connection),
        let target = unsafe target
    else {
        return nil
    }
    // The library's text is NUL-terminated, and copied at once.
    client.target = unsafe String(cString: target)
    if !client.isRejected, !loop.limits.hasRoom(forTarget: client.target) { client.rejectTarget() }
    return nil
}

/// Leaves the path as it was sent: double decoding is how dots and slashes get past a check.
private func skipUnescaping(
    _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    // The library's text is NUL-terminated.
    unsafe text.map { unsafe String(cString: $0).utf8.count } ?? 0
}

/// Called first with the headers, again if that call has suspended the connection, then with each part of the content,
/// then for the response.
///
/// A response at the first call makes the library close the connection.
private func answerRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?,
    _ partSize: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let loop = unsafe loop(context), let connection = unsafe connection,
        let client = unsafe httpConnection(of: connection), let partSize = unsafe partSize, let state = unsafe state,
        let method = unsafe method, let version = unsafe version
    else { return .NO }
    // The library continues with what it has read already.
    guard !client.isRejected else { return .NO }
    let exchange = unsafe Exchange(loop: loop, client: client, connection: connection)
    guard unsafe state.pointee != nil else {
        // Both texts are NUL-terminated and copied at once.
        let result =
            client.head == nil
            ? unsafe exchange.begin(method: String(cString: method), version: String(cString: version))
            : exchange.admit()
        if client.suspended == nil { unsafe state.pointee = context }
        return result
    }
    guard unsafe partSize.pointee > 0 else { return exchange.finish() }
    // The library gives the count; zero in return means that all bytes were consumed.
    let bytes = unsafe UnsafeBufferPointer(start: part, count: partSize.pointee)
    unsafe partSize.pointee = 0
    return unsafe client.append(bytes, limit: loop.limits.body(from: client.origin)) ? .YES : .NO
}
