import Access
import Basics
import Location
import Synchronization

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
