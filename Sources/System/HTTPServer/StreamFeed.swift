import CMicroHTTPD
import Linux
import Synchronization

/// Brings a ``ByteStream`` to the client: suspends its connection while there is nothing, resumes it when there is.
///
/// `read` and `close` are called by the server's thread, wakes come from any.
final class StreamFeed: Sendable {
    private struct State {
        // Nil at the end, which also lets go of the circle of stream, wake and feed.
        var stream: (any ByteStream)?
        var connection: MHDConnection?
        var isWoken = false
        var isSuspended = false
        var hasSmallBuffer = false
    }

    private let state: Mutex<State>
    private let descriptor: Int32
    private let sendBuffer: Int32
    private let signal: LoopSignal

    /// Feeds a connection of the library, which is valid until `close`.
    ///
    /// - Parameters:
    ///   - stream: What is read.
    ///   - connection: Who is fed.
    ///   - descriptor: Its socket.
    ///   - sendBuffer: What the kernel may keep for it, once the stream has to wait.
    ///   - signal: What has the loop look at connections that were resumed.
    init(
        _ stream: any ByteStream, connection: MHDConnection, descriptor: Int32, sendBuffer: Int32,
        signal: LoopSignal
    ) {
        self.signal = signal
        state = Mutex(State(stream: stream, connection: connection))
        self.descriptor = descriptor
        self.sendBuffer = sendBuffer
    }

    /// Begins; `wake` holds on to the feed alone, which is all but empty at the end.
    func start() {
        let stream = state.withLock { $0.stream }
        stream?.start { self.wake() }
    }

    /// Puts what there is into a buffer; answers how much, or one of the library's numbers for an end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let stream = state.withLock { state in
            state.isWoken = false
            return state.stream
        }
        switch stream?.read(atMost: buffer.count) {
        case .bytes(let bytes) where (1...buffer.count).contains(bytes.count):
            // As many bytes as fit, as was just asked.
            unsafe buffer.copyBytes(from: bytes)
            return bytes.count
        case .pending:
            pause()
            return 0
        case .end: return whereismy_http_end
        case .bytes, .failed, nil: return whereismy_http_failure
        }
    }

    /// The suspension and a wake that comes in between are kept apart by the mutex, so that none is lost.
    private func pause() {
        let isFirst = state.withLock { state in
            guard let connection = state.connection else { return false }
            defer { state.hasSmallBuffer = true }
            connection.suspend()
            if state.isWoken {
                connection.resume()
                signal.wake()
            } else {
                state.isSuspended = true
            }
            return !state.hasSmallBuffer
        }
        // Where it fails, the kernel keeps more for this client than it should, and no more.
        if isFirst { try? SocketOption.sendBuffer.set(sendBuffer, on: descriptor) }
    }

    /// Has the stream read again.
    func wake() {
        state.withLock { state in
            state.isWoken = true
            resume(&state)
        }
    }

    /// Lets the library close the connection, which it does not while one is suspended.
    func prepareToStop() {
        state.withLock { resume(&$0) }
    }

    /// The connection is resumed at most once for each time it was suspended, and not after `close`.
    private func resume(_ state: inout State) {
        guard state.isSuspended, let connection = state.connection else { return }
        state.isSuspended = false
        connection.resume()
        signal.wake()
    }

    /// Nobody reads any more.
    func close() {
        let stream = state.withLock { state in
            state.connection = nil
            defer { state.stream = nil }
            return state.stream
        }
        stream?.close()
    }
}
