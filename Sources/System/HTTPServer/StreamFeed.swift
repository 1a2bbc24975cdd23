import CMicroHTTPD
import Linux
import Synchronization

/// The feed of a ``ByteStream`` to a client: suspends the connection while the stream is pending.
///
/// `read` and `close` are called by the server's thread, `wake` by any.
final class StreamFeed: Sendable {
    private struct State {
        // Nil at the end, which also breaks the retain cycle of stream, wake and feed.
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

    /// Creates a feed for a connection of the library, which is valid until `close`.
    ///
    /// - Parameters:
    ///   - stream: The source.
    ///   - connection: The client's connection.
    ///   - descriptor: Its socket.
    ///   - sendBuffer: The kernel's send buffer for it, once the stream is pending.
    ///   - signal: The signal that makes the loop handle resumed connections.
    init(
        _ stream: any ByteStream, connection: MHDConnection, descriptor: Int32, sendBuffer: Int32,
        signal: LoopSignal
    ) {
        self.signal = signal
        state = Mutex(State(stream: stream, connection: connection))
        self.descriptor = descriptor
        self.sendBuffer = sendBuffer
    }

    /// Starts the stream; `wake` retains the feed only, which is nearly empty at the end.
    func start() {
        let stream = state.withLock { $0.stream }
        stream?.start { self.wake() }
    }

    /// Reads available bytes into a buffer; returns their count, or one of the library's codes for an end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let stream = state.withLock { state in
            state.isWoken = false
            return state.stream
        }
        switch stream?.read(atMost: buffer.count) {
        case .bytes(let bytes) where (1...buffer.count).contains(bytes.count):
            // The count was checked against the buffer.
            unsafe buffer.copyBytes(from: bytes)
            return bytes.count
        case .pending:
            pause()
            return 0
        case .end: return whereismy_http_end
        case .bytes, .failed, nil: return whereismy_http_failure
        }
    }

    /// The mutex orders the suspension and a concurrent wake, so that none is lost.
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
        // On failure the kernel only buffers more for this client than it should.
        if isFirst { try? SocketOption.sendBuffer.set(sendBuffer, on: descriptor) }
    }

    /// Makes the server read the stream again.
    func wake() {
        state.withLock { state in
            state.isWoken = true
            resume(&state)
        }
    }

    /// Resumes the connection, since the library does not close a suspended one.
    func prepareToStop() {
        state.withLock { resume(&$0) }
    }

    /// Resumes at most once per suspension, and not after `close`.
    private func resume(_ state: inout State) {
        guard state.isSuspended, let connection = state.connection else { return }
        state.isSuspended = false
        connection.resume()
        signal.wake()
    }

    /// Closes the stream.
    func close() {
        let stream = state.withLock { state in
            state.connection = nil
            defer { state.stream = nil }
            return state.stream
        }
        stream?.close()
    }
}

/// A connection of libmicrohttpd, reduced to what a ``StreamFeed`` needs.
///
/// Safe to use: the holder releases it before the library's end of the request, after which the pointer is invalid.
/// Unchecked: MHD_resume_connection may be called from any thread (its documentation), and `suspend` is called by the
/// server's thread only.
@safe struct MHDConnection: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Stops the library from reading the response until it is resumed.
    func suspend() { unsafe MHD_suspend_connection(pointer) }

    /// Resumes a suspended connection.
    func resume() { unsafe MHD_resume_connection(pointer) }
}
