import Synchronization

/// A host look-up on its own thread, since a name server that does not respond can take half a minute.
///
/// A caller that stops to wait releases it; the thread then ends on its own.
public final class HostLookup: Sendable {
    private let shared: SharedResult

    /// Starts to resolve a host: a name, an IPv4 or an IPv6 address.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors or threads.
    public init(host: String, port: UInt16) throws(SystemError) {
        let result = try SharedResult()
        shared = result
        _ = try WorkerThread(name: "lookup") {
            do throws(ResolveError) {
                result.complete(with: .success(try SocketAddress.resolve(host: host, port: port)))
            } catch {
                result.complete(with: .failure(error))
            }
        }
    }

    /// The interest to wait for in ``Poll``.
    public var interest: Poll.Interest { shared.isComplete.interest }

    /// The host's addresses or the error; nil until the look-up is complete.
    public var result: Result<[SocketAddress], ResolveError>? { shared.result.withLock { $0 } }

    /// The state that the thread and its owner share.
    private final class SharedResult: Sendable {
        let result = Mutex<Result<[SocketAddress], ResolveError>?>(nil)
        let isComplete: WakeSignal

        init() throws(SystemError) {
            isComplete = try WakeSignal()
        }

        func complete(with result: Result<[SocketAddress], ResolveError>) {
            self.result.withLock { $0 = result }
            isComplete.signal()
        }
    }
}
