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

/// The client and the settings of the reader, which other threads may change while it reads.
final class ReaderControl: Sendable {
    private let current: Mutex<GPSDClient?>
    private let settings = Mailbox<TrackingSettings>()

    /// Starts with a client.
    init(_ client: GPSDClient) {
        current = Mutex(client)
    }

    /// The client to read from; nil to stop.
    var client: GPSDClient? { current.withLock { $0 } }

    /// Switches to another client, or stops with nil.
    func setClient(_ client: GPSDClient?) {
        let former = current.withLock { current in
            defer { current = client }
            return current
        }
        former?.stop()
    }

    /// Wakes the reader.
    func wake() { client?.wake() }

    /// Sets the settings to track with.
    func setSettings(_ settings: TrackingSettings) {
        self.settings.merge(into: settings) { $0 = settings }
        wake()
    }

    /// The new settings; nil where unchanged.
    func dequeueSettings() -> TrackingSettings? { settings.dequeueNow() }
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
