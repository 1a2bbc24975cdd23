import Basics
import Location

/// The state machine of a connection to gpsd, without a socket or a clock: it never gives up.
///
/// The shell reports what happened and performs the returned actions.
struct GPSDSession: Sendable {
    private enum Phase: Sendable {
        case idle(until: Duration)
        case connecting(deadline: Duration)
        /// `watchAt` is when ?WATCH is sent without a greeting; nil after that.
        case greeting(deadline: Duration, watchAt: Duration?)
        /// `hasDevices` is true once a list has come; false again after a reply that is no confirmation.
        case watching(deadline: Duration, hasDevices: Bool)
        case established(silentAt: Duration)
        case probing(deadline: Duration)
    }

    /// Requests reports as JSON; gpsd replies with DEVICES and WATCH.
    static let watchCommand = "?WATCH={\"enable\":true,\"json\":true};\n"
    /// A request that gpsd always replies to.
    static let probeCommand = "?DEVICES;\n"

    private let timing: SessionTiming
    private let random: @Sendable () -> Double
    private var backoff: Backoff
    private var phase: Phase
    private var devices = DeviceList()

    /// Creates a session that connects at once; `random` returns numbers from 0 up to 1.
    init(timing: SessionTiming, at uptime: Duration, random: @escaping @Sendable () -> Double) {
        self.timing = timing
        self.random = random
        backoff = Backoff(from: timing.initialBackoff, to: timing.maxBackoff)
        phase = .idle(until: uptime)
    }

    /// When ``advance(to:)`` has to be called.
    var deadline: Duration {
        switch phase {
        case .greeting(let deadline, let watchAt): watchAt ?? deadline
        case .watching(let deadline, _): deadline
        case .idle(let deadline), .connecting(let deadline), .established(let deadline), .probing(let deadline):
            deadline
        }
    }

    /// Advances to a time and returns what is due.
    mutating func advance(to uptime: Duration) -> [SessionAction] {
        guard uptime >= deadline else { return [] }
        switch phase {
        case .idle:
            phase = .connecting(deadline: uptime + timing.connectTimeout)
            return [.connect]
        case .connecting:
            return failed("no connection within \(timing.connectTimeout)", at: uptime)
        case .greeting(let deadline, _?):
            phase = .greeting(deadline: deadline, watchAt: nil)
            return [.send(Self.watchCommand)]
        case .greeting:
            return failed(
                "no greeting within \(timing.greetingTimeout); fix: check that gpsd is listening there and can start",
                at: uptime)
        case .watching(_, hasDevices: true):
            establish(at: uptime)
            return []
        case .watching:
            return failed("no reply to ?WATCH within \(timing.watchTimeout)", at: uptime)
        case .established:
            phase = .probing(deadline: uptime + timing.probeTimeout)
            return [.send(Self.probeCommand)]
        case .probing:
            return failed("no data for \(timing.silenceLimit) and no reply to ?DEVICES", at: uptime)
        }
    }

    mutating func connected(at uptime: Duration) {
        phase = .greeting(
            deadline: uptime + timing.greetingTimeout, watchAt: uptime + timing.greetingPatience)
    }

    mutating func failed(_ reason: String, at uptime: Duration) -> [SessionAction] {
        phase = .idle(until: uptime + nextPause())
        devices = DeviceList()
        return [.close, .publish(.disconnected(reason: reason))]
    }

    /// Returns the pause after one more failure: within a fifth of its nominal length, so that many clients do not
    /// reconnect in step.
    private mutating func nextPause() -> Duration {
        let jittered = backoff.recordFailure() * (0.8 + 0.4 * random())
        return min(max(jittered, backoff.minDelay), backoff.maxDelay)
    }

    mutating func receivedData(at uptime: Duration) {
        switch phase {
        case .established, .probing: phase = .established(silentAt: uptime + timing.silenceLimit)
        default: break
        }
    }

    /// Records that reports have arrived, which prove that the server sends them, whatever it has replied.
    mutating func receivedReports(at uptime: Duration) {
        switch phase {
        case .greeting, .watching: establish(at: uptime)
        case .idle, .connecting, .established, .probing: break
        }
    }

    mutating func received(_ message: ControlMessage, at uptime: Duration) -> [SessionAction] {
        switch message {
        case .version:
            guard case .greeting = phase else { return [] }
            phase = .watching(deadline: uptime + timing.watchTimeout, hasDevices: false)
            return [.send(Self.watchCommand)]
        case .watch(let enabled):
            watchConfirmed(enabled, at: uptime)
            return []
        case .devices(let paths):
            return listed(at: uptime) + (devices.replace(with: paths).map { [.publish(.receivers($0))] } ?? [])
        case .device(let path, let present):
            return devices.update(path, isPresent: present).map { [.publish(.receivers($0))] } ?? []
        case .error:
            return []
        }
    }

    /// Records a list of devices, by which a server without a greeting shows that it has understood the watch.
    private mutating func listed(at uptime: Duration) -> [SessionAction] {
        switch phase {
        case .greeting(_, let watchAt):
            phase = .watching(deadline: uptime + timing.watchTimeout, hasDevices: true)
            return watchAt == nil ? [] : [.send(Self.watchCommand)]
        case .watching(let deadline, _): phase = .watching(deadline: deadline, hasDevices: true)
        default: break
        }
        return []
    }

    /// gpsd echoes the watch as it was understood; if it differs, the deadline for the reply stands.
    private mutating func watchConfirmed(_ enabled: Bool, at uptime: Duration) {
        switch phase {
        case .greeting where enabled, .watching where enabled: establish(at: uptime)
        case .watching(let deadline, _): phase = .watching(deadline: deadline, hasDevices: false)
        default: break
        }
    }

    private mutating func establish(at uptime: Duration) {
        phase = .established(silentAt: uptime + timing.silenceLimit)
        backoff.reset()
    }
}

enum SessionAction: Equatable, Sendable {
    /// Connect to gpsd, then report `connected` or `failed`.
    case connect
    case send(String)
    /// Close the connection, and discard partial data.
    case close
    /// Deliver an event to the consumer.
    case publish(ReceiverEvent)
}
