import Basics
import Location

/// The state machine of a connection to gpsd, without a socket or a clock: it never gives up.
///
/// The shell reports what happened and performs the returned actions.
struct GPSDSession: Sendable {
    private enum Phase: Sendable {
        case idle(until: Duration)
        case connecting(deadline: Duration)
        case greeting(deadline: Duration)
        case watching(deadline: Duration)
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
        case .idle(let deadline), .connecting(let deadline), .greeting(let deadline), .watching(let deadline),
            .established(let deadline), .probing(let deadline):
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
        case .greeting:
            return failed(
                "no greeting within \(timing.greetingTimeout); fix: check that gpsd is listening there and can start",
                at: uptime)
        case .watching:
            return failed("no reply to ?WATCH within \(timing.watchTimeout)", at: uptime)
        case .established:
            phase = .probing(deadline: uptime + timing.probeTimeout)
            return [.send(Self.probeCommand)]
        case .probing:
            return failed("no data for \(timing.silenceLimit) and no reply to ?DEVICES", at: uptime)
        }
    }

    /// Records that the connection is established.
    mutating func connected(at uptime: Duration) {
        phase = .greeting(deadline: uptime + timing.greetingTimeout)
    }

    /// Records that the connection failed or has ended.
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

    /// Records that data has arrived.
    mutating func receivedData(at uptime: Duration) {
        switch phase {
        case .established, .probing: phase = .established(silentAt: uptime + timing.silenceLimit)
        default: break
        }
    }

    /// Handles a control message.
    mutating func received(_ message: ControlMessage, at uptime: Duration) -> [SessionAction] {
        switch message {
        case .version:
            guard case .greeting = phase else { return [] }
            phase = .watching(deadline: uptime + timing.watchTimeout)
            return [.send(Self.watchCommand)]
        case .watch(let enabled):
            watchConfirmed(enabled, at: uptime)
            return []
        case .devices(let paths):
            return devices.replace(with: paths).map { [.publish(.receivers($0))] } ?? []
        case .device(let path, let present):
            return devices.update(path, isPresent: present).map { [.publish(.receivers($0))] } ?? []
        case .error:
            return []
        }
    }

    /// gpsd echoes the watch as it was understood; if it differs, the deadline for the reply stands.
    private mutating func watchConfirmed(_ enabled: Bool, at uptime: Duration) {
        guard enabled, case .watching = phase else { return }
        phase = .established(silentAt: uptime + timing.silenceLimit)
        backoff.reset()
    }
}

/// An action that a session requests.
enum SessionAction: Equatable, Sendable {
    /// Connect to gpsd, then report `connected` or `failed`.
    case connect
    /// Send a line to gpsd.
    case send(String)
    /// Close the connection, and discard partial data.
    case close
    /// Deliver an event to the consumer.
    case publish(ReceiverEvent)
}
