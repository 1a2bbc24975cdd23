import GPSD
import Synchronization
import Tracking

/// What the reader is to do, which others may change while it reads.
final class ReaderControl: Sendable {
    private struct Content {
        var client: GPSDClient?
        var settings: TrackingSettings?
    }

    private let content: Mutex<Content>

    /// To read from a client.
    init(_ client: GPSDClient) {
        content = Mutex(Content(client: client))
    }

    /// Where to read from; nil where it is to end.
    var client: GPSDClient? { content.withLock { $0.client } }

    /// To read from another client, or from none any more.
    func setClient(_ client: GPSDClient?) {
        let former = content.withLock { content in
            defer { content.client = client }
            return content.client
        }
        former?.stop()
    }

    /// To look soon at what others have to say.
    func wake() { client?.wake() }

    /// To track by other settings.
    func setSettings(_ settings: TrackingSettings) {
        content.withLock { content in
            content.settings = settings
            return content.client
        }?.wake()
    }

    /// The settings to track by from now on; nil where they have not changed.
    func dequeueSettings() -> TrackingSettings? {
        content.withLock { content in
            guard content.settings != nil else { return nil }
            defer { content.settings = nil }
            return content.settings
        }
    }
}
