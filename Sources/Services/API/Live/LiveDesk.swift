public import Basics
public import Linux
import Location

/// The thread that tells all who follow what is new: the owner by ``LiveFeed``, others by their shares.
public final class LiveDesk: Sendable {
    /// How often shares are looked at that show what was some time ago.
    private static let lookPause: Duration = .seconds(5)
    /// The pause after telling, so that a flood of reports, or of clients, costs no more than this.
    private static let pause: Duration = .milliseconds(10)

    private let stopping: EventSignal
    private let thread: WorkerThread
    private let shares: ShareFeeds

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - api: what it tells for.
    ///   - clock: the clock.
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    public init(_ api: API, clock: @escaping @Sendable () -> Moment = { SystemClock.now() }) throws(SystemError) {
        let stopping = try EventSignal()
        let (feed, shares) = (api.feed, api.shareFeeds)
        self.stopping = stopping
        self.shares = shares
        thread = try WorkerThread(name: "live") {
            var next: Duration?
            while true {
                let timeout = next.map { max(.zero, $0 - clock().uptime) }
                if Poll.wait([stopping.interest, feed.bell.interest], timeout: timeout)[0] { return }
                next = Self.tell(feed, shares, api, at: clock())
                if Poll.wait([stopping.interest], timeout: Self.pause)[0] { return }
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
    private static func tell(_ feed: LiveFeed, _ shares: ShareFeeds, _ api: API, at moment: Moment) -> Duration? {
        api.forgetEnded()
        let next = feed.deliver(at: moment.uptime, alsoFollowed: shares.areFollowed) { shares.beat() }
        guard !shares.isEmpty else { return next }
        shares.deliver(api.share, at: moment)
        let look = moment.uptime + lookPause
        return min(next ?? look, look)
    }
}
