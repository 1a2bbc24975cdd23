import Access
import Basics
import Linux
import Privacy
import Synchronization

final class ShareFeeds: Sendable {
    /// The time that a channel without subscribers is retained; its viewers reconnect at once or never.
    private static let idleTimeout: Duration = .seconds(60)

    private let run: String
    private let view: ShareView
    private let channels = Mutex<[String: ShareChannel]>([:])
    private let begun = Atomic<UInt64>(0)

    init(run: String, view: ShareView) {
        self.run = run
        self.view = view
    }

    /// Returns the channel of a share, starting with the current report.
    func channel(of share: Share, at moment: Moment) -> EventChannel {
        let feed = channels.withLock { channels in
            if let feed = channels[share.id] { return feed }
            // The identifiers are not valid in the channel of another share, nor in a later channel of the same one: a
            // client that reconnects receives the current report.
            let number = begun.add(1, ordering: .relaxed).newValue
            let feed = ShareChannel(run: "\(run)-\(share.id)-\(number)") { [bell = view.feed.wakeSignal] in
                bell.signal()
            }
            channels[share.id] = feed
            return feed
        }
        // The last report may be old if there were no subscribers.
        if feed.channel.subscriberCount == 0 { publish(share, feed, at: moment) }
        return feed.channel
    }

    /// Publishes changes to each share's subscribers; closes channels without subscribers or without an active share.
    func publish(_ alive: (String) -> Share?, at moment: Moment) {
        for (id, feed) in channels.withLock({ $0 }) {
            if let share = alive(id), feed.idleTime(at: moment.uptime) < Self.idleTimeout {
                publish(share, feed, at: moment)
            } else {
                channels.withLock { _ = $0.removeValue(forKey: id) }
                feed.channel.close()
            }
        }
    }

    /// Follows the newest report, whether or not anybody subscribes.
    func observe(at moment: Moment) { view.observe(at: moment) }

    /// True if each report is to be observed.
    var followsReports: Bool { !view.zones.isEmpty }

    func sendHeartbeats() { for feed in channels.withLock({ Array($0.values) }) { feed.channel.sendHeartbeat() } }

    func close() { for feed in channels.withLock({ Array($0.values) }) { feed.channel.close() } }

    var isEmpty: Bool { channels.withLock { $0.isEmpty } }

    var hasSubscribers: Bool { channels.withLock { $0.values.contains { $0.channel.subscriberCount > 0 } } }

    private func publish(_ share: Share, _ feed: ShareChannel, at moment: Moment) {
        let shown = view.report(share, at: moment)
        feed.publish(view.json(shown), core: view.core(shown), at: moment.uptime)
    }
}

final class ShareChannel: Sendable {
    let channel: EventChannel
    private let lastPublished = Mutex<[UInt8]?>(nil)
    /// The start of the time without subscribers; nil while there are any.
    private let idleSince = Mutex<Duration?>(nil)

    init(run: String, onSubscribe: @escaping @Sendable () -> Void) {
        channel = EventChannel(run: run, onSubscribe: onSubscribe)
    }

    /// Returns the time without subscribers, as observed by the calls.
    func idleTime(at uptime: Duration) -> Duration {
        idleSince.withLock { since in
            if channel.subscriberCount > 0 { since = nil } else { since = since ?? uptime }
            return since.map { uptime - $0 } ?? .zero
        }
    }

    /// Publishes a report, one line, if its core differs from the last one: the members that do not change each second.
    func publish(_ json: [UInt8], core: [UInt8], at uptime: Duration) {
        let isNew = lastPublished.withLock { last in
            defer { last = core }
            return last != core
        }
        if isNew { channel.publish(json, at: uptime) }
    }
}
