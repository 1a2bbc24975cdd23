import Basics
import Linux
import Location

/// The thin shell around ``GPSDSession``: one thread, one socket, one alarm.
struct GPSDLoop: ~Copyable {
    private let host: String
    private let port: UInt16
    private let clock: @Sendable () -> Moment
    private let alarm: Alarm
    private var alarmSetTo: Duration?
    private var session: GPSDSession
    private var reader = LineReader()
    private var link: Link?
    /// How many attempts there were since the last connection.
    private var attempt = 0
    private var events: [ReceiverEvent] = []
    private var wanted: Duration?

    init(
        host: String, port: UInt16, timing: SessionTiming, clock: @escaping @Sendable () -> Moment
    ) throws(SystemError) {
        self.host = host
        self.port = port
        self.clock = clock
        alarm = try Alarm()
        session = GPSDSession(timing: timing, at: clock().uptime) { Double.random(in: 0..<1) }
        wanted = clock().uptime
    }

    /// Does what is due, delivers, and waits for more; answers false when it is to stop.
    mutating func turn(for calls: borrowing ReaderCalls, deliver: ([ReceiverEvent], Moment) -> Duration?) -> Bool {
        let now = clock()
        perform(session.advance(to: now.uptime), at: now.uptime)
        reader.tellOverdue(at: now.uptime, into: &events)
        if !events.isEmpty || wanted.map({ $0 <= now.uptime }) ?? false {
            wanted = deliver(events, now)
            events.removeAll(keepingCapacity: true)
        }
        setAlarm()
        return wait(for: calls)
    }

    /// Delivers what is left: the loop has ended.
    mutating func finish(deliver: ([ReceiverEvent], Moment) -> Duration?) {
        let now = clock()
        reader.finish(at: now.uptime, into: &events)
        if !events.isEmpty { _ = deliver(events, now) }
    }

    private mutating func setAlarm() {
        let next = [session.deadline, reader.deadline, wanted].compactMap { $0 }.min()
        guard next != alarmSetTo else { return }
        alarm.set(next)
        alarmSetTo = next
    }

    /// Waits for the socket, the alarm or a call; answers false at the end.
    private mutating func wait(for calls: borrowing ReaderCalls) -> Bool {
        var interests = [
            Poll.Interest.readable(calls.stopping.descriptor), .readable(alarm.descriptor),
            .readable(calls.waking.descriptor),
        ]
        if let interest = link?.interest { interests.append(interest) }
        let ready = Poll.wait(interests)
        if ready[0] { return false }
        if ready[2] {
            calls.waking.clear()
            wanted = clock().uptime
        }
        if ready.count == 4, ready[3] { socketReady(at: clock().uptime) }
        return true
    }

    private mutating func socketReady(at uptime: Duration) {
        do throws(LinkError) {
            guard link?.isConnected == true else { return try proceed(at: uptime) }
            let bytes = try link?.read() ?? []
            if !bytes.isEmpty { take(bytes, at: uptime) }
        } catch {
            perform(session.failed(error.reason, at: uptime), at: uptime)
        }
    }

    private mutating func proceed(at uptime: Duration) throws(LinkError) {
        try link?.proceed()
        guard link?.isConnected == true else { return }
        attempt = 0
        session.connected(at: uptime)
    }

    private mutating func take(_ bytes: [UInt8], at uptime: Duration) {
        session.heard(at: uptime)
        // The bytes are lent to the reader for the time of the call.
        let notices = unsafe bytes.withUnsafeBytes { unsafe reader.read($0, at: uptime, into: &events) }
        if !notices.isEmpty { interleave(notices, at: uptime) }
    }

    /// Puts what the session has to tell of each notice where the notice stood among the events.
    private mutating func interleave(_ notices: [PlacedNotice], at uptime: Duration) {
        let read = events
        events = []
        var told = 0
        for placed in notices {
            events += read[told..<placed.position]
            told = placed.position
            perform(session.received(placed.notice, at: uptime), at: uptime)
            // What follows came by a connection that is given up.
            if link == nil { return }
        }
        events += read[told...]
    }

    private mutating func perform(_ actions: [SessionAction], at uptime: Duration) {
        for action in actions {
            switch action {
            case .connect: connect(at: uptime)
            case .send(let command): send(command, at: uptime)
            case .close: close(at: uptime)
            case .tell(let event): events.append(event)
            }
        }
    }

    private mutating func connect(at uptime: Duration) {
        do throws(LinkError) {
            link = try Link(host: host, port: port, attempt: attempt)
            attempt += 1
        } catch {
            perform(session.failed(error.reason, at: uptime), at: uptime)
        }
    }

    private mutating func send(_ command: String, at uptime: Duration) {
        do throws(LinkError) {
            try link?.send(command)
        } catch {
            perform(session.failed(error.reason, at: uptime), at: uptime)
        }
    }

    /// What was received whole still counts; half lines and half epochs end here.
    private mutating func close(at uptime: Duration) {
        link = nil
        reader.finish(at: uptime, into: &events)
    }
}
