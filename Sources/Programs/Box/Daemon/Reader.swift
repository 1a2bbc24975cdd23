import Configuration
import GPSD
import Linux
import Synchronization
import Systemd
import Tracking

/// The thread that reads from gpsd and tracks.
///
/// It signals its end and is not joined: a host name lookup can block it.
struct Reader {
    private let control: ReaderControl
    private let ended: WakeSignal
    private var gpsd: GPSDAddress

    /// Starts the thread; `watchdog` is the interval within which a heartbeat is due, nil without a watchdog.
    init(_ settings: Settings, _ outputs: TrackerOutputs, places: PlaceInitialState, watchdog: Duration?)
        throws(SystemError)
    {
        gpsd = settings.gpsd
        let control = ReaderControl(try Self.client(gpsd))
        let ended = try WakeSignal()
        (self.control, self.ended) = (control, ended)
        let tracking = TrackingSettings(settings)
        let (lastReport, learned) = (LastReport.read(settings), LearnedReceivers.read(settings))
        outputs.placeCommands?.onArrival { control.wake() }
        _ = try WorkerThread(name: "reader") {
            let tracker = Tracker(
                settings: tracking, lastReport: lastReport, learned: learned, places: places, outputs: outputs,
                watchdog: watchdog, at: SystemClock.now(), isClockSynchronised: { SystemClock.isSynchronised })
            do { try Self.read(by: control, tracker) } catch { Log.write(.error, "\(error)") }
            ended.signal()
        }
    }

    /// The event to poll for: the thread has ended.
    var interest: Poll.Interest { ended.interest }

    /// Switches to other settings; reconnects only where the address of gpsd changes.
    mutating func reconfigure(_ settings: Settings) throws(SystemError) {
        let isMoved = settings.gpsd != gpsd
        let client = isMoved ? try Self.client(settings.gpsd) : nil
        gpsd = settings.gpsd
        control.setSettings(TrackingSettings(settings))
        if isMoved { control.setClient(client) }
    }

    func stop(within timeout: Duration) {
        control.setClient(nil)
        _ = Poll.wait([ended.interest], timeout: timeout)
    }

    private static func client(_ address: GPSDAddress) throws(SystemError) -> GPSDClient {
        try GPSDClient(host: address.host, port: address.port)
    }

    private static func read(by control: ReaderControl, _ start: Tracker) throws {
        var tracker = start
        while let client = control.client {
            try client.run { events, moment in
                if let settings = control.dequeueSettings() { tracker.reconfigure(settings, at: moment) }
                return tracker.deliver(events, at: moment)
            }
            guard control.client != nil else { return tracker.writeLast(at: SystemClock.now()) }
            tracker.changeSource(at: SystemClock.now())
        }
    }
}

/// The client and the settings of the reader, which other threads may change while it reads.
final class ReaderControl: Sendable {
    private let current: Mutex<GPSDClient?>
    private let settings = Mailbox<TrackingSettings>()

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

    func wake() { client?.wake() }

    func setSettings(_ settings: TrackingSettings) {
        self.settings.merge(into: settings) { $0 = settings }
        wake()
    }

    /// The new settings; nil if unchanged.
    func dequeueSettings() -> TrackingSettings? { settings.dequeueNow() }
}

extension TrackingSettings {
    init(_ settings: Settings) {
        self.init(
            staleAfter: settings.staleAfter, device: settings.device, platform: settings.platform,
            maxAccuracy: settings.maxAccuracy, allowsSimulated: settings.allowsSimulated)
    }
}
