import Configuration
import GPSD
import Linux
import Location
import Systemd
import Tracking

/// The thread that reads from gpsd and tracks.
///
/// It is not joined but waited for by its signal: a look-up of a host name can hang.
struct Reader {
    private let orders: ReaderOrders
    private let ended: EventSignal
    private var gpsd: GPSDAddress

    /// Starts to read; `watchdog` is how long somebody waits for a sign of life, nil where nobody does.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    init(_ settings: Settings, _ outlets: Outlets, _ places: PlaceStart, watchdog: Duration?) throws(SystemError) {
        gpsd = settings.gpsd
        let orders = ReaderOrders(try Self.client(gpsd))
        let ended = try EventSignal()
        (self.orders, self.ended) = (orders, ended)
        let tracking = TrackingSettings(settings)
        let lastReport = LastReport.read(settings)
        outlets.placeInbox?.onNews { orders.wake() }
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
    mutating func adopt(_ settings: Settings) throws(SystemError) {
        let isMoved = settings.gpsd != gpsd
        let client = isMoved ? try Self.client(settings.gpsd) : nil
        gpsd = settings.gpsd
        orders.track(by: TrackingSettings(settings))
        if isMoved { orders.read(from: client) }
    }

    /// Has it end, and waits for that as long as it may take.
    func stop(within patience: Duration) {
        orders.read(from: nil)
        _ = Poll.wait([ended.interest], timeout: patience)
    }

    private static func client(_ address: GPSDAddress) throws(SystemError) -> GPSDClient {
        try GPSDClient(host: address.host, port: address.port)
    }

    private static func read(by orders: ReaderOrders, _ start: Tracker) throws {
        var tracker = start
        while let client = orders.client {
            try client.run { events, moment in
                if let settings = orders.takeSettings() { tracker.adopt(settings, at: moment) }
                return tracker.deliver(events, at: moment)
            }
            guard orders.client != nil else { return }
            tracker.changeSource(at: SystemClock.now())
        }
    }
}
