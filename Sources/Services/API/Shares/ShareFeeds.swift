import Access
import Basics
import Location
import Synchronization

/// The events of all shares that somebody follows.
final class ShareFeeds: Sendable {
    /// How long the events are kept of a share that nobody follows: its viewers come back at once, or not at all.
    private static let idleTimeout: Duration = .seconds(60)

    private let run: String
    private let view: ShareView
    private let channels = Mutex<[String: ShareChannel]>([:])
    private let begun = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - run: tells this run of the daemon from others.
    ///   - look: what a share shows.
    init(run: String, view: ShareView) {
        self.run = run
        self.view = view
    }

    /// The events of a share, begun with what it shows now.
    func channel(of share: Share, at moment: Moment) -> EventChannel {
        let feed = channels.withLock { channels in
            if let feed = channels[share.id] { return feed }
            // An identifier of one means nothing to another, nor to the same share's after it was given up: whoever comes
            // back then has to be told what is so now.
            let number = begun.add(1, ordering: .relaxed).newValue
            let feed = ShareChannel(run: "\(run)-\(share.id)-\(number)") { [bell = view.feed.wakeSignal] in bell.signal() }
            channels[share.id] = feed
            return feed
        }
        // What was told last may be old, where nobody followed.
        if feed.channel.subscriberCount == 0 { tell(share, feed, at: moment) }
        return feed.channel
    }

    /// Tells each share's followers what is new to them; what has no followers, or is no share any more, is given up.
    ///
    /// - Parameters:
    ///   - alive: the share of an identifier, where it may still be looked at.
    ///   - moment: the time.
    func publish(_ alive: (String) -> Share?, at moment: Moment) {
        for (id, feed) in channels.withLock({ $0 }) {
            if let share = alive(id), feed.idleTime(at: moment.uptime) < Self.idleTimeout {
                tell(share, feed, at: moment)
            } else {
                channels.withLock { _ = $0.removeValue(forKey: id) }
                feed.channel.close()
            }
        }
    }

    /// Tells all followers that the server is still there.
    func sendHeartbeats() {
        for feed in channels.withLock({ Array($0.values) }) { feed.channel.sendHeartbeat() }
    }

    /// Ends every stream.
    func close() {
        for feed in channels.withLock({ Array($0.values) }) { feed.channel.close() }
    }

    /// Whether there is no share that anybody has followed lately.
    var isEmpty: Bool { channels.withLock { $0.isEmpty } }

    /// Whether anybody follows a share.
    var hasSubscribers: Bool { channels.withLock { $0.values.contains { $0.channel.subscriberCount > 0 } } }

    private func tell(_ share: Share, _ feed: ShareChannel, at moment: Moment) {
        let shown = view.report(share, at: moment)
        feed.publish(view.json(shown), core: view.core(shown), at: moment.uptime)
    }
}

/// The events that those see who hold one share.
final class ShareChannel: Sendable {
    /// Its events.
    let channel: EventChannel
    private let lastPublished = Mutex<[UInt8]?>(nil)
    /// Since when nobody follows; nil while somebody does.
    private let idleSince = Mutex<Duration?>(nil)

    /// - Parameters:
    ///   - run: tells its events from others.
    ///   - joined: told of each client that begins to follow.
    init(run: String, onSubscribe: @escaping @Sendable () -> Void) {
        channel = EventChannel(run: run, onSubscribe: onSubscribe)
    }

    /// How long nobody has followed, as far as that was noticed.
    func idleTime(at uptime: Duration) -> Duration {
        idleSince.withLock { since in
            if channel.subscriberCount > 0 { since = nil } else { since = since ?? uptime }
            return since.map { uptime - $0 } ?? .zero
        }
    }

    /// Tells what is to be seen now, where that is something else than before.
    ///
    /// - Parameters:
    ///   - json: what is to be seen, one line.
    ///   - core: the same without what changes with every second, such as the age.
    ///   - uptime: the time.
    func publish(_ json: [UInt8], core: [UInt8], at uptime: Duration) {
        let isNews = lastPublished.withLock { told in
            defer { told = core }
            return told != core
        }
        if isNews { channel.publish(json, at: uptime) }
    }
}
