import Basics
import HTTPServer
import Synchronization

/// Has pending fixes written before the history is read, for requests that can need them, and seldom for those over the
/// network.
final class HistoryFlush: Sendable {
    /// The minimum interval between writes for requests over the network, which any reader may send.
    ///
    /// Each write wears the disk. The writer itself limits those for requests over the Unix socket.
    static let networkInterval: Duration = .seconds(10)

    /// The maximum time until a fix is written without a request.
    private let delay: Duration
    private let flush: @Sendable (_ timeout: Duration) -> Void
    /// The uptime of the last write for a request over the network.
    private let last = Mutex<Duration?>(nil)

    init(delay: Duration, flush: @escaping @Sendable (_ timeout: Duration) -> Void) {
        self.delay = delay
        self.flush = flush
    }

    /// Returns true if a request for the time up to `end` can need fixes that are not written yet, and may have them
    /// written by ``write()``.
    func accept(to end: Timestamp?, for origin: HTTPRequest.Origin, at moment: Moment) -> Bool {
        if let end, moment.wallClock - end > delay { return false }
        guard case .network = origin else { return true }
        return last.withLock { last in
            if let time = last, moment.uptime - time < Self.networkInterval { return false }
            last = moment.uptime
            return true
        }
    }

    /// Waits until pending fixes are on the disk, for 2 s at most.
    func write() { flush(.seconds(2)) }

    /// Has pending fixes written for a visitor, who may ask at any rate, without waiting.
    func request(upTo moment: Timestamp, at now: Moment) {
        if accept(to: moment, for: .network(address: ""), at: now) { flush(.zero) }
    }
}
