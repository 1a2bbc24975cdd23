import Access
import Location
import Synchronization

/// The events that those see who hold one share.
final class ShareChannel: Sendable {
    /// Its events.
    let channel: EventChannel
    private let told = Mutex<[UInt8]?>(nil)

    init(run: String) {
        channel = EventChannel(run: run)
    }

    /// Tells what is to be seen now, where that is something else than before.
    ///
    /// - Parameters:
    ///   - json: what is to be seen, one line.
    ///   - core: the same without what changes with every second, such as the age.
    ///   - uptime: the time.
    func tell(_ json: [UInt8], core: [UInt8], at uptime: Duration) {
        let isNews = told.withLock { told in
            defer { told = core }
            return told != core
        }
        if isNews { channel.publish(json, at: uptime) }
    }
}
