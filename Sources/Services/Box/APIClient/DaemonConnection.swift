public import Linux

/// An open connection to the daemon's Unix socket, closed when released.
public final class DaemonConnection {
    private let descriptor: FileDescriptor

    /// Connects to the socket at a path and sends a request, both within the timeout.
    ///
    /// - Throws: ``SystemError`` with the path.
    public init(_ path: String, sending request: [UInt8], within timeout: Duration) throws(SystemError) {
        let deadline = SystemClock.uptime + timeout
        descriptor = try LocalSocket.connect(path, before: deadline)
        try LocalSocket.send(request, to: descriptor, path, before: deadline)
    }

    /// The number of the descriptor that is readable when something has arrived.
    public var number: Int32 { descriptor.number }

    /// The interest to wait for in ``Poll``.
    public var interest: Poll.Interest { .readable(descriptor) }

    /// Returns what has arrived; nil if nothing has, empty if the daemon has closed the connection.
    ///
    /// - Throws: ``SystemError`` if the connection is broken.
    public func read() throws(SystemError) -> [UInt8]? {
        do throws(SystemError) { return try descriptor.read(upTo: 65_536) } catch {
            guard error.isTransient else { throw error }
            return nil
        }
    }
}
