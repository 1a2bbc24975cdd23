import Basics
import Linux
import Location

/// The thin shell around ``GPSDSession``: one thread, one socket, one timer, and the signal that the clock was set.
struct GPSDLoop: ~Copyable {
    private let host: String
    private let port: UInt16
    private let clock: @Sendable () -> Moment
    private let timer: TimerFD
    private let clockChange: ClockChangeFD
    private var timerDeadline: Duration?
    private var session: GPSDSession
    private var reader = LineReader()
    private var pacing = ReadPacing()
    private var connection: GPSDConnection?
    /// The number of attempts since the last connection.
    private var attempt = 0
    private var events: [ReceiverEvent] = []
    private var nextDelivery: Duration?

    /// Creates a loop that is not yet connected.
    ///
    /// Delegates, because Swift 6.2 cannot compile an initialiser of a noncopyable type that throws after a member is
    /// set, also by its initial value: a compiler with assertions crashes, another may generate invalid code.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    init(
        host: String, port: UInt16, timing: SessionTiming, clock: @escaping @Sendable () -> Moment
    ) throws(SystemError) {
        self.init(
            host: host, port: port, timing: timing, clock: clock, timer: try TimerFD(),
            clockChange: try ClockChangeFD())
    }

    private init(
        host: String, port: UInt16, timing: SessionTiming, clock: @escaping @Sendable () -> Moment,
        timer: consuming TimerFD, clockChange: consuming ClockChangeFD
    ) {
        self.host = host
        self.port = port
        self.clock = clock
        self.timer = timer
        self.clockChange = clockChange
        session = GPSDSession(timing: timing, at: clock().uptime) { Double.random(in: 0..<1) }
        nextDelivery = clock().uptime
    }

    /// Does what is due, delivers events, and waits for more; returns false if it has to stop.
    mutating func runOnce(signal: WakeSignal, deliver: ([ReceiverEvent], Moment) -> Duration?) -> Bool {
        let now = clock()
        perform(session.advance(to: now.uptime), at: now.uptime)
        reader.flushOverdue(at: now.uptime, into: &events)
        pacing.expire(at: now.uptime)
        if events.contains(where: \.isReport) {
            session.receivedReports(at: now.uptime)
            pacing.completeEpoch(at: now.uptime)
        }
        connection?.setThreshold(pacing.threshold)
        if !events.isEmpty || nextDelivery.map({ $0 <= now.uptime }) ?? false {
            nextDelivery = deliver(events, now)
            events.removeAll(keepingCapacity: true)
        }
        armTimer()
        return wait(for: signal)
    }

    /// Delivers the remaining events at the end of the loop.
    mutating func finish(deliver: ([ReceiverEvent], Moment) -> Duration?) {
        let now = clock()
        reader.finish(at: now.uptime, into: &events)
        if !events.isEmpty { _ = deliver(events, now) }
    }

    private mutating func armTimer() {
        let next = [session.deadline, reader.deadline, pacing.deadline, nextDelivery].compactMap { $0 }.min()
        guard next != timerDeadline else { return }
        timer.arm(at: next)
        timerDeadline = next
    }

    /// Waits for the socket, the timer or a signal; returns false at the end.
    private mutating func wait(for signal: WakeSignal) -> Bool {
        var interests = [signal.interest, .readable(timer.descriptor), .readable(clockChange.descriptor)]
        if let interest = connection?.interest { interests.append(interest) }
        let ready = Poll.wait(interests)
        let isReady = { (source: Source) in source.rawValue < ready.count && ready[source.rawValue] }
        if isReady(.signal) {
            signal.clear()
            if signal.isStopping { return false }
            nextDelivery = clock().uptime
        }
        if isReady(.clockChange) {
            clockChange.clear()
            nextDelivery = clock().uptime
        }
        if isReady(.connection) { socketReady(at: clock().uptime) }
        return true
    }

    /// The descriptors that the loop waits for, in the order of its interests.
    private enum Source: Int {
        case signal, timer, clockChange, connection
    }

    private mutating func socketReady(at uptime: Duration) {
        do throws(GPSDConnectionError) {
            guard connection?.isConnected == true else { return try continueConnecting(at: uptime) }
            let bytes = try connection?.read() ?? []
            if !bytes.isEmpty { consume(bytes, at: uptime) }
        } catch {
            perform(session.failed(error.reason, at: uptime), at: uptime)
        }
    }

    private mutating func continueConnecting(at uptime: Duration) throws(GPSDConnectionError) {
        try connection?.continueConnecting()
        guard connection?.isConnected == true else { return }
        attempt = 0
        session.connected(at: uptime)
    }

    private mutating func consume(_ bytes: [UInt8], at uptime: Duration) {
        session.receivedData(at: uptime)
        pacing.receive(bytes.count)
        // The bytes are lent to the reader during the call.
        let messages = unsafe bytes.withUnsafeBytes { unsafe reader.read($0, at: uptime, into: &events) }
        if !messages.isEmpty { interleave(messages, at: uptime) }
    }

    /// Inserts the session's events for each control message at the message's position among the events.
    private mutating func interleave(_ messages: [IndexedMessage], at uptime: Duration) {
        let read = events
        events = []
        var consumed = 0
        for indexed in messages {
            events += read[consumed..<indexed.index]
            consumed = indexed.index
            perform(session.received(indexed.message, at: uptime), at: uptime)
            // What follows belongs to a connection that was closed.
            if connection == nil { return }
        }
        events += read[consumed...]
    }

    private mutating func perform(_ actions: [SessionAction], at uptime: Duration) {
        for action in actions {
            switch action {
            case .connect: connect(at: uptime)
            case .send(let command): send(command, at: uptime)
            case .close:
                // Complete lines still count; partial lines and epochs end here.
                connection = nil
                reader.finish(at: uptime, into: &events)
            case .publish(let event): events.append(event)
            }
        }
    }

    private mutating func connect(at uptime: Duration) {
        do throws(GPSDConnectionError) {
            pacing = ReadPacing()
            connection = try GPSDConnection(host: host, port: port, attempt: attempt)
            attempt += 1
        } catch {
            perform(session.failed(error.reason, at: uptime), at: uptime)
        }
    }

    private mutating func send(_ command: String, at uptime: Duration) {
        do throws(GPSDConnectionError) {
            try connection?.send(command)
        } catch {
            perform(session.failed(error.reason, at: uptime), at: uptime)
        }
    }
}

extension ReceiverEvent {
    /// True for what only a receiver's data yield.
    fileprivate var isReport: Bool {
        switch self {
        case .fix, .satellites: true
        case .disconnected, .receivers, .unread: false
        }
    }
}
