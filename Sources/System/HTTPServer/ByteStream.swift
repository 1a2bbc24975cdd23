/// Bytes that come in their own time, read by the server as fast as the client takes them and no faster.
///
/// The server calls `start` once, then `read` from its own thread until the end, then `close` once, also where the client
/// leaves early or never reads.
public protocol ByteStream: AnyObject, Sendable {
    /// Begins; `wake` may be called from any thread, as often as one likes and even after the end: it makes the
    /// server read again after an answer of `later`.
    func start(_ wake: @escaping @Sendable () -> Void)

    /// What is there now, at most `limit` bytes; it must not block.
    func read(atMost limit: Int) -> StreamChunk

    /// Nobody reads any more.
    func close()
}

/// What a ``ByteStream`` has to say when it is read.
public enum StreamChunk: Sendable {
    /// The next bytes: at least one, and no more than were asked for.
    case bytes(ArraySlice<UInt8>)
    /// Nothing now; the stream wakes the server when there is something.
    case pending
    /// That was all.
    case end
    /// It broke: the connection is cut, so that the client does not take what came for all there was.
    case failed
}
