import Synchronization

/// Looks a host up on a thread of its own, since a name server that does not answer can take half a minute.
///
/// Whoever does not want to wait any longer lets go of it; the thread then ends by itself.
public final class HostLookup: Sendable {
    private let shared: SharedResult

    /// Starts to look a host up: a name, an IPv4 or an IPv6 address.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    public init(host: String, port: UInt16) throws(SystemError) {
        let answer = try SharedResult()
        self.shared = answer
        _ = try WorkerThread(name: "lookup") {
            do throws(ResolveError) {
                answer.complete(with: .success(try SocketAddress.resolve(host: host, port: port)))
            } catch {
                answer.complete(with: .failure(error))
            }
        }
    }

    /// What to wait for.
    public var interest: Poll.Interest { shared.isComplete.interest }

    /// The host's addresses, or why there are none; nil as long as it is not known.
    public var result: Result<[SocketAddress], ResolveError>? { shared.result.withLock { $0 } }

    /// What the thread and its owner share.
    private final class SharedResult: Sendable {
        let result = Mutex<Result<[SocketAddress], ResolveError>?>(nil)
        let isComplete: OneShotEvent

        init() throws(SystemError) {
            isComplete = try OneShotEvent()
        }

        func complete(with result: Result<[SocketAddress], ResolveError>) {
            self.result.withLock { $0 = result }
            isComplete.signal()
        }
    }
}
