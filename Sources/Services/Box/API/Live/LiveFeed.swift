public import Linux
public import Location
import Synchronization
import Web
import Wire

/// Receives reports from the tracking thread without blocking it and publishes them to all subscribers.
///
/// With a subscriber, a report replaces one that has not been published yet: no client needs every report of a burst.
/// Without one, reports wait for a client that reconnects, and do not wake the publishing thread.
public final class LiveFeed: Sendable {
    private struct Content {
        var live: LiveReport
        /// The reports that are not published yet, and the uptime of each.
        var pending: [(report: Report, at: Duration)] = []
        /// True while each report wakes the publishing thread.
        var isFollowed = false
        var lastHeartbeat: Duration
    }

    /// The number of reports that wakes the publishing thread in any case, and their minimum interval.
    private static let maxWaiting = 60
    private static let minInterval: Duration = .milliseconds(10)

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
    public func enqueue(_ report: Report, at uptime: Duration) {
        let wakes = content.withLock { content in
            content.live.replace(report, at: uptime)
            if let last = content.pending.last, content.isFollowed || uptime - last.at < Self.minInterval {
                // A pending report has signalled already.
                content.pending[content.pending.count - 1].report = report
                return false
            }
            content.pending.append((report, uptime))
            return content.isFollowed || content.pending.count == Self.maxWaiting
        }
        if wakes { wakeSignal.signal() }
    }

    /// Returns the stream of a new subscriber, with all reports up to now.
    func stream(after last: String?, authorization: StreamAuthorization?) -> EventStream {
        publishLock.withLock { _ in publish(dequeue()) }
        return channel.stream(after: last, authorization: authorization)
    }

    /// Publishes a place event at once.
    public func publish(_ event: PlaceEvent, at uptime: Duration) {
        // A pending report is published with it, so that no later event is older.
        publishLock.withLock { _ in
            let pending = dequeue()
            publish(pending.dropLast())
            let report = ReportJSON.encode(pending.last?.report ?? report(at: uptime))
            channel.publish(.place, json: PlaceEventJSON.encode(event), followedBy: report, at: uptime)
        }
    }

    /// Publishes a pending report, and heartbeats while anybody subscribes.
    ///
    /// - Parameters:
    ///   - uptime: the time.
    ///   - hasOtherSubscribers: true if streams derived from this feed have subscribers.
    ///   - isFollowed: true if each report is wanted, whether or not anybody subscribes.
    ///   - sendHeartbeat: sends the heartbeat of those streams.
    /// - Returns: the time of the next call without a report; nil without subscribers.
    func publishPending(
        at uptime: Duration, hasOtherSubscribers: Bool = false, isFollowed: Bool = false,
        sendHeartbeat: () -> Void = {}
    ) -> Duration? {
        wakeSignal.clear()
        let hasSubscribers = channel.subscriberCount > 0 || hasOtherSubscribers
        let lastHeartbeat = publishLock.withLock { _ in
            // Before dequeuing, so that a report that comes during the publication wakes this thread again.
            let lastHeartbeat = content.withLock { content in
                content.isFollowed = hasSubscribers || isFollowed
                return content.lastHeartbeat
            }
            publish(dequeue())
            return lastHeartbeat
        }
        guard hasSubscribers else { return nil }
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

    private func dequeue() -> [(report: Report, at: Duration)] {
        content.withLock { content in
            defer { content.pending = [] }
            return content.pending
        }
    }

    private func publish(_ reports: some Sequence<(report: Report, at: Duration)>) {
        for (report, uptime) in reports { channel.publish(ReportJSON.encode(report), at: uptime) }
    }
}

/// The newest report, reserialized as its age grows.
struct LiveReport {
    /// The maximum age of the cached JSON, and so the maximum error of the age in it.
    private static let maxCacheAge: Duration = .milliseconds(20)

    /// The report as published.
    private(set) var report: Report
    private let run: String
    private var number: UInt64 = 0
    private var publishedAt: Duration
    private var written: (bytes: [UInt8], at: Duration)?

    /// Starts with a report; `run` identifies this run of the daemon.
    init(_ report: Report, run: String, at uptime: Duration) {
        self.report = report
        self.run = run
        publishedAt = uptime
    }

    mutating func replace(_ report: Report, at uptime: Duration) {
        self.report = report
        number += 1
        publishedAt = uptime
        written = nil
    }

    /// Identifies the report, regardless of its age.
    var tag: EntityTag { .weak("\(run)-\(number)") }

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
