public import Basics
public import Linux

/// The thread that publishes to all subscribers: the owner's by ``LiveFeed``, others by their shares.
public final class LivePublisher: Sendable {
    private static let delayedShareInterval: Duration = .seconds(5)
    /// The minimum interval between publications, which bounds the cost of a flood of reports or clients.
    private static let minInterval: Duration = .milliseconds(10)

    private let stopping: WakeSignal
    private let thread: WorkerThread
    private let shares: ShareFeeds
    /// The pulse of the thread.
    public let pulse: ThreadPulse

    /// Starts the thread, which publishes the feeds of the API.
    ///
    /// - Throws: ``SystemError`` if no file descriptor or thread is left.
    public init(_ api: API, clock: @escaping @Sendable () -> Moment = { SystemClock.now() }) throws(SystemError) {
        let stopping = try WakeSignal()
        let (feed, shares) = (api.feed, api.shareFeeds)
        let pulse = ThreadPulse { feed.wakeSignal.signal() }
        self.stopping = stopping
        self.shares = shares
        self.pulse = pulse
        thread = try WorkerThread(name: "live") {
            while true {
                // Also before any report, so that those to be followed wake this thread.
                let last = clock().uptime
                let next = Self.publish(feed: feed, shares: shares, api: api, at: clock())
                pulse.answer()
                let timeout = next.map { max(.zero, $0 - clock().uptime) }
                if Poll.wait([stopping.interest, feed.wakeSignal.interest], timeout: timeout)[0] { return }
                let pause = last + Self.minInterval - clock().uptime
                if pause > .zero, Poll.wait([stopping.interest], timeout: pause)[0] { return }
            }
        }
    }

    deinit { stop() }

    /// Stops the thread and ends the streams of shares; the owner's end with the server or continue with the next one.
    public func stop() {
        stopping.signal()
        thread.join()
        shares.close()
    }

    /// Returns the time of the next publication without a report.
    private static func publish(feed: LiveFeed, shares: ShareFeeds, api: API, at moment: Moment) -> Duration? {
        api.removeExpired()
        let next = feed.publishPending(
            at: moment.uptime, hasOtherSubscribers: shares.hasSubscribers, isFollowed: shares.followsReports
        ) {
            shares.sendHeartbeats()
        }
        shares.observe(at: moment)
        guard !shares.isEmpty else { return next }
        shares.publish(api.activeShare, at: moment)
        let shareUpdate = moment.uptime + delayedShareInterval
        return min(next ?? shareUpdate, shareUpdate)
    }
}
