/// The clock of a connection: when it has to be attended to, and when it counts as lost.
///
/// All times are uptime that includes suspension: libmosquitto before 2.0.17 counts without it, and notices a dead
/// connection late.
struct MQTTDeadlines: Hashable {
    /// The longest time that an acknowledgement waits for an unhurried owner, who reads it earlier.
    static let unhurriedDelay = Duration.seconds(20)
    /// The longest wait for the end of a connection after DISCONNECT.
    static let leaveTimeout = Duration.seconds(2)
    /// libmosquitto counts in whole seconds.
    private static let granularity = Duration.seconds(1)

    private enum Phase: Hashable {
        case connecting(until: Duration)
        case connected
        case leaving(until: Duration)
    }

    private let connectTimeout: Duration
    private let acknowledgementTimeout: Duration
    private var keepAlive: Duration
    private var phase: Phase
    private var lastInput: Duration
    private var lastOutput: Duration
    /// The last progress while acknowledgements are due; nil if none is.
    private var lastProgress: Duration?
    /// The time at which an unhurried owner's acknowledgements are read; nil if none is due.
    private var readingTime: Duration?

    init(_ settings: MQTTSettings, now: Duration) {
        connectTimeout = settings.connectTimeout
        acknowledgementTimeout = settings.acknowledgementTimeout
        keepAlive = settings.permittedKeepAlive
        phase = .connecting(until: now + settings.connectTimeout)
        lastInput = now
        lastOutput = now
    }

    /// True until the broker has accepted the connection.
    var isConnecting: Bool {
        if case .connecting = phase { true } else { false }
    }

    /// True once DISCONNECT was sent.
    var isLeaving: Bool {
        if case .leaving = phase { true } else { false }
    }

    /// True if an unhurried owner's acknowledgements are due, so that the socket is not to be waited for.
    var mayWait: Bool { readingTime != nil && phase == .connected }

    /// True if an unhurried owner should have read its acknowledgements by now.
    func isReadingDue(at now: Duration) -> Bool { readingTime.map { $0 <= now } ?? false }

    /// Records the broker's acceptance; `serverKeepAlive` is the broker's choice, nil for none.
    mutating func connect(serverKeepAlive: Duration?, now: Duration) {
        phase = .connected
        keepAlive = serverKeepAlive ?? keepAlive
        recordInput(now)
    }

    mutating func leave(now: Duration) {
        phase = .leaving(until: now + Self.leaveTimeout)
    }

    mutating func recordInput(_ now: Duration) {
        lastInput = now
    }

    mutating func recordOutput(_ now: Duration) {
        lastOutput = now
    }

    /// Records that messages were published.
    mutating func recordPublication(_ now: Duration) {
        lastProgress = lastProgress ?? now
        readingTime = readingTime ?? now + Self.unhurriedDelay
    }

    /// Records that the socket was read; afterwards acknowledgements may still be due.
    mutating func recordReading(isAcknowledged: Bool, isComplete: Bool, now: Duration) {
        if isComplete { lastProgress = nil } else if isAcknowledged { lastProgress = now }
        guard readingTime != nil else { return }
        readingTime = isComplete ? nil : now + Self.unhurriedDelay
    }

    /// Records that libmosquitto had the chance to send a ping.
    mutating func recordPing(_ now: Duration) {
        guard pingTime <= now else { return }
        lastInput = now
        lastOutput = now
    }

    private var pingTime: Duration { min(lastInput, lastOutput) + keepAlive + Self.granularity }

    /// The next moment to attend to the connection.
    func next(isUnhurried: Bool) -> Duration {
        switch phase {
        case .connecting(let until), .leaving(let until): until
        case .connected:
            [pingTime, lastProgress.map { $0 + acknowledgementTimeout }, isUnhurried ? readingTime : nil]
                .compactMap(\.self).min() ?? pingTime
        }
    }

    /// Returns why the connection counts as lost; nil while it does not.
    func failure(at now: Duration) -> String? {
        switch phase {
        case .connecting(let until):
            return until <= now ? "no reply within \(connectTimeout.components.seconds) s" : nil
        case .leaving(let until):
            return until <= now ? "closed" : nil
        case .connected:
            // After one and a half of it the broker has given up (MQTT 5, 3.1.2.10).
            guard now - lastOutput <= keepAlive * 3 / 2 + Self.granularity else {
                return "nothing could be sent within the keepalive, as after a suspension"
            }
            guard let lastProgress, lastProgress + acknowledgementTimeout <= now else { return nil }
            return "no acknowledgement within \(acknowledgementTimeout.components.seconds) s"
        }
    }
}
