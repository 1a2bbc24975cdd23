import Configuration
public import GPSD
import Linux
import Location
import Synchronization
import Systemd
public import Tracking

/// The thread that reads from gpsd and tracks.
///
/// It is not joined but waited for by its signal: a look-up of a host name can hang.
struct Reader {
    private let control: ReaderControl
    private let ended: OneShotEvent
    private var gpsd: GPSDAddress

    /// Starts to read; `watchdog` is how long somebody waits for a sign of life, nil where nobody does.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    init(_ settings: Settings, _ outlets: TrackerOutputs, _ places: PlaceInitialState, watchdog: Duration?)
        throws(SystemError)
    {
        gpsd = settings.gpsd
        let orders = ReaderControl(try Self.client(gpsd))
        let ended = try OneShotEvent()
        (self.control, self.ended) = (orders, ended)
        let tracking = TrackingSettings(settings)
        let lastReport = LastReport.read(settings)
        outlets.placeCommands?.onArrival { orders.wake() }
        _ = try WorkerThread(name: "reader") {
            let tracker = Tracker(
                settings: tracking, lastReport: lastReport, places: places, outlets: outlets, watchdog: watchdog,
                at: SystemClock.now(), isClockSynchronised: { SystemClock.isSynchronised })
            do { try Self.read(by: orders, tracker) } catch { Log.write(.error, "\(error)") }
            ended.signal()
        }
    }

    /// What to wait for: it has ended, though nobody has asked it to.
    var interest: Poll.Interest { ended.interest }

    /// Goes by other settings from now on; gpsd is connected to anew only where it is another one.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    mutating func reconfigure(_ settings: Settings) throws(SystemError) {
        let isMoved = settings.gpsd != gpsd
        let client = isMoved ? try Self.client(settings.gpsd) : nil
        gpsd = settings.gpsd
        control.setSettings(TrackingSettings(settings))
        if isMoved { control.setClient(client) }
    }

    /// Has it end, and waits for that as long as it may take.
    func stop(within patience: Duration) {
        control.setClient(nil)
        _ = Poll.wait([ended.interest], timeout: patience)
    }

    private static func client(_ address: GPSDAddress) throws(SystemError) -> GPSDClient {
        try GPSDClient(host: address.host, port: address.port)
    }

    private static func read(by orders: ReaderControl, _ start: Tracker) throws {
        var tracker = start
        while let client = orders.client {
            try client.run { events, moment in
                if let settings = orders.dequeueSettings() { tracker.reconfigure(settings, at: moment) }
                return tracker.deliver(events, at: moment)
            }
            guard orders.client != nil else { return }
            tracker.changeSource(at: SystemClock.now())
        }
    }
}

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

extension TrackingSettings {
    /// What the configuration says about tracking.
    init(_ settings: Settings) {
        self.init(
            staleAfter: settings.staleAfter, device: settings.device, platform: settings.platform,
            maxAccuracy: settings.maxAccuracy, allowsSimulated: settings.allowsSimulated)
    }
}

extension GPSDClient: FixSource {}
extension Recording: FixSource {}
