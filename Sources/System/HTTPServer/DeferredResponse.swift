import Linux
import Synchronization

/// A response whose status becomes known later, such as after a commit; any thread sends it.
///
/// The client's connection waits meanwhile without a thread. Every deferred response has to be sent: the server sets no
/// own time limit.
public final class DeferredResponse: Sendable {
    private struct State {
        var response: HTTPResponse?
        var isSent = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Creates a response that is not sent yet.
    public init() {}

    /// Sends the response; only the first call has an effect.
    ///
    /// Never blocks; also permitted before the server awaits it, and after the client has left.
    public func send(_ response: HTTPResponse) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isSent else { return nil }
            state.isSent = true
            state.response = response
            return state.wake.take()
        }
        wake?()
    }

    /// Sets the function to call once the response is there, at once if it is already.
    func onSend(_ wake: @escaping @Sendable () -> Void) {
        let isSent = state.withLock { state in
            if !state.isSent { state.wake = wake }
            return state.isSent
        }
        if isSent { wake() }
    }

    /// Removes and returns the response; nil before it is sent.
    func take() -> HTTPResponse? {
        state.withLock { $0.response.take() }
    }
}

/// The connection of a client that waits for a ``DeferredResponse``: suspended until the response is there.
///
/// `suspend` and `close` are called by the server's thread, `wake` by any.
final class SuspendedExchange: Sendable {
    private struct State {
        // Nil at the end of the request.
        var connection: MHDConnection?
        var isSuspended = false
    }

    let response: DeferredResponse
    private let state: Mutex<State>
    private let signal: WakeSignal

    /// Creates the wait of a connection of the library, which is valid until `close`.
    init(_ response: DeferredResponse, connection: MHDConnection, signal: WakeSignal) {
        self.response = response
        state = Mutex(State(connection: connection))
        self.signal = signal
    }

    /// Suspends the connection; the library requests the response again once it is there.
    func suspend() {
        state.withLock { state in
            state.connection?.suspend()
            state.isSuspended = true
        }
        response.onSend { self.wake() }
    }

    /// Resumes the connection, at most once per suspension; also before the server stops, since the library does not
    /// close a suspended one.
    func wake() {
        state.withLock { state in
            guard state.isSuspended, let connection = state.connection else { return }
            state.isSuspended = false
            connection.resume()
            signal.signal()
        }
    }

    /// Forgets the connection.
    func close() {
        state.withLock { $0.connection = nil }
    }
}
