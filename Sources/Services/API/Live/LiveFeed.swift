import Basics
public import Linux
public import Location
import Synchronization
import Wire

/// Takes each report from the thread that tracks, which it never holds up, and tells all who follow.
///
/// A report that comes before the one ahead of it has been told takes its place: at the speed of a flood nobody reads
/// along.
public final class LiveFeed: Sendable {
    /// The pause between two heartbeats.
    static let heartbeatInterval: Duration = .seconds(15)

    private struct Content {
        var live: LiveReport
        var waiting: Report?
        var lastBeat: Duration
    }

    private let content: Mutex<Content>
    /// Held from where a report is taken to where it is told, so that none is told after a newer one.
    private let publishLock = Mutex(())
    /// Rung for a report, and for somebody who begins to follow: the heartbeats begin.
    let wakeSignal: WakeSignal
    /// What the owner of the machine follows.
    let channel: EventChannel

    /// Begins with what is known at the start.
    ///
    /// - Parameters:
    ///   - report: what is known.
    ///   - run: tells this run of the daemon from others, in the identifiers of events.
    ///   - uptime: the time.
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init(_ report: Report, run: String, at uptime: Duration) throws(SystemError) {
        content = Mutex(Content(live: LiveReport(report, run: run, at: uptime), lastBeat: uptime))
        let bell = try WakeSignal()
        self.wakeSignal = bell
        channel = EventChannel(run: run) { bell.signal() }
        channel.publish(ReportJSON.encode(report), at: uptime)
    }

    /// Takes a report, to be told by the next ``deliver(at:)``.
    public func enqueue(_ report: Report) {
        let isFirst = content.withLock { content in
            defer { content.waiting = report }
            return content.waiting == nil
        }
        // Who is to be woken already need not be woken twice.
        if isFirst { wakeSignal.signal() }
    }

    /// Tells at once of something that has happened at a place.
    public func publish(_ occurrence: PlaceEvent, at uptime: Duration) {
        // One that waits is told with it, so that what comes after is never older.
        publishLock.withLock { _ in
            let report = ReportJSON.encode(dequeue(at: uptime) ?? report(at: uptime))
            channel.publish(.place, json: PlaceEventJSON.encode(occurrence), followedBy: report, at: uptime)
        }
    }

    /// Tells what has come, and that the server is still there where somebody wants to know.
    ///
    /// - Parameters:
    ///   - uptime: the time.
    ///   - others: whether somebody follows what is made of this feed.
    ///   - beat: tells those the same.
    /// - Returns: When it wants to be called again though no report has come; nil where nobody follows.
    func publishPending(at uptime: Duration, hasOtherSubscribers others: Bool = false, sendHeartbeat beat: () -> Void = {}) -> Duration? {
        wakeSignal.reset()
        publishLock.withLock { _ in
            if let report = dequeue(at: uptime) { channel.publish(ReportJSON.encode(report), at: uptime) }
        }
        guard channel.subscriberCount > 0 || others else { return nil }
        let lastBeat = content.withLock { $0.lastBeat }
        guard uptime - lastBeat >= Self.heartbeatInterval else { return lastBeat + Self.heartbeatInterval }
        content.withLock { $0.lastBeat = uptime }
        channel.sendHeartbeat()
        beat()
        return uptime + Self.heartbeatInterval
    }

    /// The report as of now.
    func report(at uptime: Duration) -> Report {
        content.withLock { $0.live.report(at: uptime) }
    }

    /// The report as of now as one line of JSON, and the report's name.
    func json(at uptime: Duration) -> (bytes: [UInt8], tag: EntityTag) {
        content.withLock { ($0.live.json(at: uptime), $0.live.tag) }
    }

    private func dequeue(at uptime: Duration) -> Report? {
        content.withLock { content in
            guard let report = content.waiting else { return nil }
            content.waiting = nil
            content.live.replace(report, at: uptime)
            return report
        }
    }
}

/// The newest report, written anew as its age grows.
struct LiveReport {
    /// How long what was written serves: its age is off by so much at most.
    private static let maxCacheAge: Duration = .milliseconds(20)

    /// The report as it was told.
    private(set) var report: Report
    /// Names the report, whatever its age.
    private(set) var tag: EntityTag
    private let run: String
    private var number: UInt64 = 0
    private var publishedAt: Duration
    private var written: (bytes: [UInt8], at: Duration)?

    /// Begins with a report; `run` tells this run of the daemon from others.
    init(_ report: Report, run: String, at uptime: Duration) {
        self.report = report
        self.run = run
        tag = .weak("\(run)-0")
        publishedAt = uptime
    }

    /// A newer report takes its place.
    mutating func replace(_ report: Report, at uptime: Duration) {
        self.report = report
        number += 1
        tag = .weak("\(run)-\(number)")
        publishedAt = uptime
        written = nil
    }

    /// The report as of now.
    func report(at uptime: Duration) -> Report {
        var report = self.report
        report.age = report.age.map { $0 + max(.zero, uptime - publishedAt) }
        return report
    }

    /// The same as one line of JSON, with its end.
    mutating func json(at uptime: Duration) -> [UInt8] {
        if let written, uptime - written.at < Self.maxCacheAge { return written.bytes }
        let bytes = ReportJSON.encode(report(at: uptime)) + [0x0A]
        written = (bytes, uptime)
        return bytes
    }
}

/// Wakes the thread that tells what is new; several hold it.
final class WakeSignal: Sendable {
    private let counter: EventFD

    /// A bell at rest.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        counter = try EventFD()
    }

    /// What to wait for.
    var interest: Poll.Interest { .readable(counter.descriptor) }

    /// Wakes the thread, now or next time.
    func signal() { counter.signal() }

    /// Goes back to rest.
    func reset() { counter.clear() }
}
