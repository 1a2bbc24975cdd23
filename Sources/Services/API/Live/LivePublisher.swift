public import Basics
public import Linux
import Location

/// The thread that tells all who follow what is new: the owner by ``LiveFeed``, others by their shares.
public final class LivePublisher: Sendable {
    /// How often shares are looked at that show what was some time ago.
    private static let delayedShareInterval: Duration = .seconds(5)
    /// The pause after telling, so that a flood of reports, or of clients, costs no more than this.
    private static let minInterval: Duration = .milliseconds(10)

    private let stopping: OneShotEvent
    private let thread: WorkerThread
    private let shares: ShareFeeds

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - api: what it tells for.
    ///   - clock: the clock.
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    public init(_ api: API, clock: @escaping @Sendable () -> Moment = { SystemClock.now() }) throws(SystemError) {
        let stopping = try OneShotEvent()
        let (feed, shares) = (api.feed, api.shareFeeds)
        self.stopping = stopping
        self.shares = shares
        thread = try WorkerThread(name: "live") {
            var next: Duration?
            while true {
                let timeout = next.map { max(.zero, $0 - clock().uptime) }
                if Poll.wait([stopping.interest, feed.wakeSignal.interest], timeout: timeout)[0] { return }
                next = Self.publish(feed: feed, shares: shares, api: api, at: clock())
                if Poll.wait([stopping.interest], timeout: Self.minInterval)[0] { return }
            }
        }
    }

    deinit {
        stop()
    }

    /// Ends the thread, and the streams of shares; those of the owner end with the server, or go on with the next one.
    public func stop() {
        stopping.signal()
        thread.join()
        shares.close()
    }

    /// Answers when it is to be looked again though nothing has come.
    private static func publish(feed: LiveFeed, shares: ShareFeeds, api: API, at moment: Moment) -> Duration? {
        api.removeExpired()
        let next = feed.publishPending(at: moment.uptime, hasOtherSubscribers: shares.hasSubscribers) { shares.sendHeartbeats() }
        guard !shares.isEmpty else { return next }
        shares.publish(api.activeShare, at: moment)
        let look = moment.uptime + delayedShareInterval
        return min(next ?? look, look)
    }
}
