import Basics
import Location

/// Decides when sentences are sent, and whether the newest report still is current; pure.
///
/// Sentences are sent once a second. A report that is due prompts them at once, so that positions are as fresh as they
/// can be; without one they are sent anyway.
struct SentenceSchedule {
    /// The interval of the sentences.
    static let interval: Duration = .seconds(1)
    /// The time before or after its second at which a report may prompt the sentences.
    private static let early: Duration = .milliseconds(50)
    private static let late: Duration = .milliseconds(250)

    /// The maximum age of a current fix.
    var staleAfter: Duration
    private let start: Duration
    private var newest: (report: Report, age: Duration, uptime: Duration)?
    private var isPrompted = false
    private var lastSent: Duration?
    private var wasPrompted = false

    /// Creates a schedule that begins with the first report, or a second after `start`.
    init(staleAfter: Duration, start: Duration) {
        self.staleAfter = staleAfter
        self.start = start
    }

    /// The uptime at which sentences are due even if no report comes.
    var deadline: Duration {
        guard let lastSent else { return start + Self.interval }
        return lastSent + Self.interval + (wasPrompted && newest != nil ? Self.late : .zero)
    }

    /// Adopts a report.
    mutating func receive(_ report: Report, at moment: Moment) {
        // A repeated report is older than it was when it was made. The clock may have been set back since.
        let age = max(report.age ?? .zero, report.received.map { moment.wallClock - $0 } ?? .zero)
        newest = (report, age, moment.uptime)
        isPrompted = lastSent.map { moment.uptime >= $0 + Self.interval - Self.early } ?? true
    }

    /// Forgets the report: the daemon is away, and the position not known.
    mutating func disconnect() {
        newest = nil
        isPrompted = false
    }

    /// Returns true if sentences are to be sent now; the next ones are due a second later.
    mutating func send(at uptime: Duration) -> Bool {
        guard isPrompted || uptime >= deadline else { return false }
        wasPrompted = isPrompted
        isPrompted = false
        lastSent = uptime
        return true
    }

    /// Returns the newest report if its fix is current; nil otherwise.
    func current(at uptime: Duration) -> Report? {
        guard let newest, newest.report.state == .live, newest.age + (uptime - newest.uptime) <= staleAfter else {
            return nil
        }
        return newest.report
    }
}
