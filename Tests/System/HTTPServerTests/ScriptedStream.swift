import Linux
import Synchronization

@testable import HTTPServer

/// A stream with scripted chunks that counts the calls it receives.
final class ScriptedStream: ByteStream {
    struct State {
        var chunks: [StreamChunk] = []
        var wake: (@Sendable () -> Void)?
        var starts = 0
        var closes = 0
        var reads = 0
    }

    private let state: Mutex<State>
    private let changed: @Sendable () -> Void
    let isSentOnWake: Bool

    /// `changed` is called after each start, read and close.
    init(_ chunks: [StreamChunk] = [], isSentOnWake: Bool = false, changed: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(chunks: chunks))
        self.isSentOnWake = isSentOnWake
        self.changed = changed
    }

    var starts: Int { state.withLock { $0.starts } }
    var closes: Int { state.withLock { $0.closes } }
    var reads: Int { state.withLock { $0.reads } }
    /// The number of chunks that have not been read to their end.
    var remaining: Int { state.withLock { $0.chunks.count } }

    func start(_ wake: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.wake = wake
            $0.starts += 1
        }
        changed()
    }

    /// Returns the next chunk; `pending` if there is none.
    func read(atMost limit: Int) -> StreamChunk {
        defer { changed() }
        return state.withLock { state in
            state.reads += 1
            guard let chunk = state.chunks.first else { return .pending }
            guard case .bytes(let bytes) = chunk, bytes.count > limit else {
                state.chunks.removeFirst()
                return chunk
            }
            state.chunks[0] = .bytes(bytes.dropFirst(limit))
            return .bytes(bytes.prefix(limit))
        }
    }

    func close() {
        state.withLock { $0.closes += 1 }
        changed()
    }

    /// Appends a chunk without waking the server.
    func add(_ chunk: StreamChunk) { state.withLock { $0.chunks.append(chunk) } }

    /// Wakes the server, outside of any lock of this stream.
    func wake() { state.withLock { $0.wake }?() }

    /// Appends a chunk and wakes the server.
    func push(_ text: String) {
        add(.bytes(Array(text.utf8)[...]))
        wake()
    }

    /// Waits until a condition holds; returns true if it does in time.
    func eventually(_ condition: (ScriptedStream) -> Bool) -> Bool {
        let deadline = SystemClock.uptime + .seconds(30)
        while !condition(self) {
            guard SystemClock.uptime < deadline else { return false }
            _ = Poll.wait([], timeout: .milliseconds(2))
        }
        return true
    }
}
