import CMicroHTTPD
import Linux
import Synchronization

/// The feed of a ``ByteStream`` to a client: suspends the connection while the stream is pending.
///
/// `read` and `close` are called by the server's thread, `wake` by any.
final class StreamFeed: Sendable {
    fileprivate struct State {
        // Nil at the end, which also breaks the retain cycle of stream, wake and feed.
        var stream: (any ByteStream)?
        var connection: MHDConnection?
        var isWoken = false
        var isSuspended = false
        var hasSmallBuffer = false
        /// The chunk that a waking thread has read and left to the server's thread.
        var leftover: StreamChunk?
        /// The end of a chunk that the kernel had no room for; sent by later wakes before anything else.
        var remainder: ArraySlice<UInt8> = []
        /// The number of wakes in a row that could send nothing of it.
        var fruitlessWakes = 0
    }

    /// The wakes without progress after which a client that does not read is cut: half a minute of events.
    private static let maxFruitlessWakes = 30

    private let state: Mutex<State>
    private let socket: StreamSocket
    private let sendBuffer: Int32
    private let signal: WakeSignal

    /// Creates a feed for a connection of the library, which is valid until `close`.
    ///
    /// - Parameters:
    ///   - stream: The source.
    ///   - connection: The client's connection.
    ///   - socket: Its socket.
    ///   - sendBuffer: The kernel's send buffer for it, once the stream is pending.
    ///   - signal: The signal that makes the loop handle resumed connections.
    init(
        _ stream: any ByteStream, connection: MHDConnection, socket: StreamSocket, sendBuffer: Int32,
        signal: WakeSignal
    ) {
        self.signal = signal
        state = Mutex(State(stream: stream, connection: connection))
        self.socket = socket
        self.sendBuffer = sendBuffer
    }

    /// Starts the stream; `wake` retains the feed only, which is nearly empty at the end.
    func start() {
        let stream = state.withLock { $0.stream }
        stream?.start { self.wake() }
    }

    /// Reads available bytes into a buffer; returns their count, or one of the library's codes for an end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch nextChunk(atMost: buffer.count) {
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

    /// Returns what a waking thread left over, else what the stream has; nil after its end.
    private func nextChunk(atMost limit: Int) -> StreamChunk? {
        let (stream, leftover) = state.withLock { state -> ((any ByteStream)?, StreamChunk?) in
            state.isWoken = false
            // The library would put the next chunk into the middle of the last one.
            guard state.remainder.isEmpty else { return (nil, .failed) }
            return (state.stream, state.takeLeftover(atMost: limit))
        }
        return leftover ?? stream?.read(atMost: limit)
    }

    /// The mutex orders the suspension and a concurrent wake, so that none is lost.
    private func pause() {
        let isFirst = state.withLock { state in
            guard let connection = state.connection else { return false }
            defer { state.hasSmallBuffer = true }
            connection.suspend()
            if state.isWoken {
                connection.resume()
                signal.signal()
            } else {
                state.isSuspended = true
            }
            return !state.hasSmallBuffer
        }
        // On failure the kernel only buffers more for this client than it should.
        if isFirst { try? SocketOption.sendBuffer.set(sendBuffer, on: socket.descriptor) }
    }

    /// Sends what the stream has, or makes the server read it.
    func wake() {
        state.withLock { state in
            state.isWoken = true
            guard state.isSuspended, let stream = state.stream else { return }
            if stream.isSentOnWake {
                send(stream, &state)
            } else {
                resume(&state)
            }
        }
    }

    /// Sends what the stream has; the connection stays suspended unless the server's thread has to continue.
    ///
    /// The library does not use the socket of a suspended connection, and suspends it only between two chunks.
    private func send(_ stream: any ByteStream, _ state: inout State) {
        guard sendRemainder(&state) else { return }
        while true {
            let chunk = stream.read(atMost: StreamSocket.maxChunk)
            switch chunk {
            case .pending: return
            case .bytes(let bytes):
                switch socket.send(bytes) {
                case .sent(let remainder) where remainder.isEmpty: continue
                case .sent(let remainder):
                    state.remainder = remainder
                    return
                case .refused: state.leftover = chunk
                case .broken: state.leftover = .failed
                }
            case .end, .failed: state.leftover = chunk
            }
            return resume(&state)
        }
    }

    /// Sends the end of the last chunk; returns true if nothing is left of it.
    private func sendRemainder(_ state: inout State) -> Bool {
        guard !state.remainder.isEmpty else { return true }
        switch socket.send(raw: Array(state.remainder)) {
        case .sent(let remainder): (state.remainder, state.fruitlessWakes) = (remainder, 0)
        case .refused: state.fruitlessWakes += 1
        case .broken: state.fruitlessWakes = .max
        }
        if state.fruitlessWakes > Self.maxFruitlessWakes { resume(&state) }
        return state.remainder.isEmpty
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
        signal.signal()
    }

    /// Closes the stream.
    func close() {
        let stream = state.withLock { state in
            state.connection = nil
            state.leftover = nil
            defer { state.stream = nil }
            return state.stream
        }
        stream?.close()
    }
}

extension StreamFeed.State {
    /// Removes and returns the leftover, at most `limit` bytes of it; nil if there is none.
    fileprivate mutating func takeLeftover(atMost limit: Int) -> StreamChunk? {
        guard case .bytes(let bytes) = leftover, bytes.count > limit else { return leftover.take() }
        leftover = .bytes(bytes.dropFirst(limit))
        return .bytes(bytes.prefix(limit))
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
