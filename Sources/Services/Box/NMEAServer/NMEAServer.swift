import Basics
public import Linux
import NMEA
public import Systemd

/// Sends the position of the daemon as NMEA 0183 to its destinations, once a second.
///
/// One thread. Clients are read and written only when sentences are due, so that none of them can wake it.
public struct NMEAServer {
    private let manager: ServiceManager?
    private let heartbeatInterval: Duration?
    private let log: (Log.Priority, String) -> Void
    private var store: SocketStore
    private var schedule: SentenceSchedule
    private var feed: DaemonFeed
    private var outlets: [NMEAOutlet] = []
    private var nextHeartbeat: Duration = .zero
    private var status = ""
    private var apiSocket: String

    /// Creates a server and opens the sockets of its destinations.
    ///
    /// - Parameters:
    ///   - settings: the destinations and the daemon.
    ///   - manager: the service manager; nil without one.
    ///   - watchdog: the interval after which the manager ends a process without heartbeats; nil without a watchdog.
    ///   - passed: the sockets of an earlier process.
    ///   - log: receives messages, without positions.
    public init(
        _ settings: NMEASettings, manager: ServiceManager?, watchdog: Duration?, passed: [PassedSocket],
        log: @escaping (Log.Priority, String) -> Void
    ) {
        self.manager = manager
        heartbeatInterval = watchdog.map { $0 / 3 }
        self.log = log
        store = SocketStore(manager, passed: passed)
        schedule = SentenceSchedule(staleAfter: settings.staleAfter, start: SystemClock.uptime)
        apiSocket = settings.apiSocket
        feed = DaemonFeed(apiSocket, log: log)
        open(settings.destinations)
        let unused = store.discardRest()
        if unused > 0 { log(.notice, "closed \(unused) sockets of destinations that are no longer configured") }
    }

    /// True if there is something to serve.
    public var hasDestinations: Bool { !outlets.isEmpty }

    /// Adopts new settings; the sockets and clients of unchanged addresses stay open.
    public mutating func reconfigure(_ settings: NMEASettings) {
        schedule.staleAfter = settings.staleAfter
        if apiSocket != settings.apiSocket {
            apiSocket = settings.apiSocket
            feed = DaemonFeed(apiSocket, log: log)
            schedule.disconnect()
        }
        open(settings.destinations)
    }

    /// Serves until a signal arrives; returns the signal.
    public mutating func run(until signals: borrowing SignalFD) -> Int32 {
        while true {
            let feeding = feed.interest.map { [$0] } ?? []
            let interests = [.readable(signals.descriptor)] + feeding + outlets.flatMap(\.interests)
            let deadline = min(schedule.deadline, feed.deadline)
            let timeout = max(.zero, deadline - SystemClock.uptime) + .milliseconds(1)
            let ready = Poll.wait(interests, timeout: timeout)
            if let signal = signals.next() { return signal }
            let isReadable = !feeding.isEmpty && ready.dropFirst().first == true
            if ready.dropFirst(1 + feeding.count).contains(true) {
                for outlet in outlets { outlet.accept(&store) }
            }
            step(isReadable: isReadable, at: SystemClock.now())
        }
    }

    private mutating func step(isReadable: Bool, at moment: Moment) {
        switch feed.process(isReadable: isReadable, at: moment) {
        case .report(let report): schedule.receive(report, at: moment)
        case .lost: schedule.disconnect()
        case nil: break
        }
        guard schedule.send(at: moment.uptime) else { return }
        let current = schedule.current(at: moment.uptime)
        for outlet in outlets {
            outlet.open(&store, at: moment.uptime)
            let position = current.flatMap { outlet.destination.position(in: $0) }
            let sentences = NMEASentence.sentences(position, outlet.destination.dialect)
            outlet.send(sentences.flatMap(\.bytes), &store, at: moment.uptime)
        }
        notify(hasPosition: current != nil, at: moment.uptime)
    }

    private mutating func notify(hasPosition: Bool, at uptime: Duration) {
        guard let manager else { return }
        let clients = outlets.reduce(0) { $0 + $1.clientCount }
        let status = "\(outlets.count) destinations, \(clients) clients, \(hasPosition ? "live" : "no position")"
        if status != self.status { manager.report(status: status) }
        self.status = status
        guard let heartbeatInterval, uptime >= nextHeartbeat else { return }
        manager.heartbeat()
        nextHeartbeat = uptime + heartbeatInterval
    }

    /// Opens new addresses and closes those that no more exist, which are closed first: one may cover a new address.
    private mutating func open(_ destinations: [NMEADestination]) {
        var unchanged: [String: NMEAOutlet] = [:]
        for outlet in outlets {
            let old = outlet.destination
            if destinations.contains(where: { $0.name == old.name && $0.address == old.address }) {
                unchanged[old.name] = outlet
            } else {
                outlet.close(&store)
            }
        }
        outlets = destinations.map { destination in
            let outlet = unchanged[destination.name] ?? NMEAOutlet(destination, log: log)
            outlet.destination = destination
            return outlet
        }
        for outlet in outlets { outlet.open(&store, at: SystemClock.uptime) }
    }
}
