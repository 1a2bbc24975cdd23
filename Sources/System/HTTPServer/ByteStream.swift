/// Bytes that become available over time; the server reads them no faster than the client does.
///
/// The server calls `start` once, then `read` from its own thread until the end, then `close` once, also if the client
/// leaves early or never reads.
public protocol ByteStream: AnyObject, Sendable {
    /// True if the thread that wakes the server also sends what is available: for a few bytes to many clients.
    ///
    /// That thread then calls `read`, which must not call `wake`. A client without room is left to the server's thread.
    var isSentOnWake: Bool { get }

    /// Starts the stream. `wake` may be called from any thread, any number of times and even after the end: it makes
    /// the server read again after `pending`.
    func start(_ wake: @escaping @Sendable () -> Void)

    /// Returns what is available now, at most `limit` bytes; must not block.
    func read(atMost limit: Int) -> StreamChunk

    /// Ends the stream: the server reads no more.
    func close()
}

extension ByteStream {
    /// False: only the server's thread reads the stream.
    public var isSentOnWake: Bool { false }
}

/// The result of one read of a ``ByteStream``.
public enum StreamChunk: Sendable {
    /// The next bytes: at least one, and at most the limit.
    case bytes(ArraySlice<UInt8>)
    /// Nothing now; the stream wakes the server when there is more.
    case pending
    /// The end of the stream.
    case end
    /// The stream failed: the connection is cut, so that the client does not take the part it has for the whole.
    case failed
}
