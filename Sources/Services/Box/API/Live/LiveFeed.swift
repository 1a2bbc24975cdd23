public import Linux
public import Location
import Synchronization
import Web
import Wire

/// Receives reports from the tracking thread without blocking it and publishes them to all subscribers.
///
/// A report replaces one that has not been published yet: no client needs every report of a burst.
public final class LiveFeed: Sendable {
    private struct Content {
        var live: LiveReport
        var pending: Report?
        var lastHeartbeat: Duration
    }

    private let content: Mutex<Content>
    /// Held from dequeuing to publishing, so that no report is published after a newer one.
    private let publishLock = Mutex(())
    /// Signalled for a report, and for a new subscriber, which starts the heartbeats.
    let wakeSignal: WakeSignal
    /// The owner's channel.
    let channel: EventChannel

    /// Starts with a report; `run` identifies this run of the daemon in the event identifiers.
    ///
    /// - Throws: ``SystemError`` if no file descriptor is left.
    public init(_ report: Report, run: String, at uptime: Duration) throws(SystemError) {
        content = Mutex(Content(live: LiveReport(report, run: run, at: uptime), lastHeartbeat: uptime))
        let wakeSignal = try WakeSignal()
        self.wakeSignal = wakeSignal
        channel = EventChannel(run: run) { wakeSignal.signal() }
        channel.publish(ReportJSON.encode(report), at: uptime)
    }

    /// Enqueues a report for the next publication.
    public func enqueue(_ report: Report) {
        let isFirst = content.withLock { content in
            defer { content.pending = report }
            return content.pending == nil
        }
        // A pending report has signalled already.
        if isFirst { wakeSignal.signal() }
    }

    /// Publishes a place event at once.
    public func publish(_ event: PlaceEvent, at uptime: Duration) {
        // A pending report is published with it, so that no later event is older.
        publishLock.withLock { _ in
            let report = ReportJSON.encode(dequeue(at: uptime) ?? report(at: uptime))
            channel.publish(.place, json: PlaceEventJSON.encode(event), followedBy: report, at: uptime)
        }
    }

    /// Publishes a pending report, and heartbeats while anybody subscribes.
    ///
    /// - Parameters:
    ///   - uptime: the time.
    ///   - hasOtherSubscribers: true if streams derived from this feed have subscribers.
    ///   - sendHeartbeat: sends the heartbeat of those streams.
    /// - Returns: the time of the next call without a report; nil without subscribers.
    func publishPending(at uptime: Duration, hasOtherSubscribers: Bool = false, sendHeartbeat: () -> Void = {})
        -> Duration?
    {
        wakeSignal.clear()
        publishLock.withLock { _ in
            if let report = dequeue(at: uptime) { channel.publish(ReportJSON.encode(report), at: uptime) }
        }
        guard channel.subscriberCount > 0 || hasOtherSubscribers else { return nil }
        let lastHeartbeat = content.withLock { $0.lastHeartbeat }
        guard uptime - lastHeartbeat >= ServerSentEvent.heartbeatInterval else {
            return lastHeartbeat + ServerSentEvent.heartbeatInterval
        }
        content.withLock { $0.lastHeartbeat = uptime }
        channel.sendHeartbeat()
        sendHeartbeat()
        return uptime + ServerSentEvent.heartbeatInterval
    }

    /// Returns the report with its current age.
    func report(at uptime: Duration) -> Report { content.withLock { $0.live.report(at: uptime) } }

    /// Returns the report with its current age as one line of JSON, and its entity tag.
    func json(at uptime: Duration) -> (bytes: [UInt8], tag: EntityTag) {
        content.withLock { ($0.live.json(at: uptime), $0.live.tag) }
    }

    private func dequeue(at uptime: Duration) -> Report? {
        content.withLock { content in
            guard let report = content.pending else { return nil }
            content.pending = nil
            content.live.replace(report, at: uptime)
            return report
        }
    }
}

/// The newest report, reserialized as its age grows.
struct LiveReport {
    /// The maximum age of the cached JSON, and so the maximum error of the age in it.
    private static let maxCacheAge: Duration = .milliseconds(20)

    /// The report as published.
    private(set) var report: Report
    /// Identifies the report, regardless of its age.
    private(set) var tag: EntityTag
    private let run: String
    private var number: UInt64 = 0
    private var publishedAt: Duration
    private var written: (bytes: [UInt8], at: Duration)?

    /// Starts with a report; `run` identifies this run of the daemon.
    init(_ report: Report, run: String, at uptime: Duration) {
        self.report = report
        self.run = run
        tag = .weak("\(run)-0")
        publishedAt = uptime
    }

    mutating func replace(_ report: Report, at uptime: Duration) {
        self.report = report
        number += 1
        tag = .weak("\(run)-\(number)")
        publishedAt = uptime
        written = nil
    }

    /// Returns the report with its current age.
    func report(at uptime: Duration) -> Report {
        var report = self.report
        let elapsed = max(.zero, uptime - publishedAt)
        report.now = report.now(after: elapsed)
        report.age = report.age.map { $0 + elapsed }
        return report
    }

    /// Returns the same as one line of JSON with its end.
    mutating func json(at uptime: Duration) -> [UInt8] {
        if let written, uptime - written.at < Self.maxCacheAge { return written.bytes }
        let bytes = ReportJSON.encode(report(at: uptime)) + [0x0A]
        written = (bytes, uptime)
        return bytes
    }
}
