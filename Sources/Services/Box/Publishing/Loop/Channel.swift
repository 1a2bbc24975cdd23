import Basics
import Configuration
import Delivery
import Location
import PublishFormats
import PublishState

/// A destination with its encoder, transport and state.
struct Channel {
    /// The interval between two writings of a cursor that nothing waits behind, and while a backlog is delivered: what
    /// was delivered in between is delivered again after a crash.
    private static let (saveInterval, backlogSaveInterval): (Duration, Duration) = (.seconds(360), .seconds(10))

    let settings: PublishSettings
    let encoder: MessageEncoder
    let transport: any Transport
    var destination: Destination
    /// The cursor as it is on the disk.
    private(set) var saved: DeliveryCursor?
    /// The uptime of the last attempt to write the cursor; nil before the first.
    private var lastAttempt: Duration?
    /// The uptime since which something waits; nil while nothing does.
    private var behindSince: Duration?
    /// The beginning of the current problem; nil without one.
    private(set) var problemSince: Timestamp?
    private(set) var lastSuccess: Timestamp?
    /// The last problem, with the time at which it began.
    private var lastError: (reason: String, time: Timestamp)?
    var rejected = 0
    /// The uptime of the next report of the machine's status to a fleet; nil for other formats.
    var statusTime: Duration?
    /// The report of the next live message; nil before the first.
    var offered: Report?

    init(
        _ settings: PublishSettings, encoder: MessageEncoder, transport: any Transport, destination: Destination,
        saved: DeliveryCursor?
    ) {
        self.settings = settings
        self.encoder = encoder
        self.transport = transport
        self.destination = destination
        self.saved = saved
        statusTime = settings.format == .fleet ? .zero : nil
    }

    /// The name in messages.
    var subject: String { "publish \(settings.name)" }

    /// The uptime at which the cursor is to be written; nil if it is on the disk.
    var saveTime: Duration? {
        guard destination.rules.sendsHistory, destination.cursor != saved else { return nil }
        guard let lastAttempt else { return .zero }
        guard let behindSince else { return lastAttempt + Self.saveInterval }
        // A fix that is sent with each commit is no backlog.
        return min(lastAttempt + Self.saveInterval, max(lastAttempt, behindSince) + Self.backlogSaveInterval)
    }

    /// Records that a cursor is on the disk.
    mutating func recordSave(_ cursor: DeliveryCursor, at uptime: Duration) {
        saved = cursor
        lastAttempt = uptime
    }

    /// Records a failed attempt to write the cursor, which is repeated after the interval.
    mutating func recordSaveFailure(at uptime: Duration) { lastAttempt = uptime }

    /// Updates the times of the status.
    mutating func updateStatus(at moment: Moment) {
        behindSince = destination.isCaughtUp ? nil : behindSince ?? moment.uptime
        if let uptime = destination.lastSuccess {
            lastSuccess = Timestamp(
                milliseconds: moment.wallClock.milliseconds - (moment.uptime - uptime).milliseconds)
        }
        guard let problem = destination.problem else { return problemSince = nil }
        problemSince = problemSince ?? moment.wallClock
        // The time of each repetition would write the status again and again.
        if lastError?.reason != problem || lastError.map({ $0.time < problemSince ?? $0.time }) ?? true {
            lastError = (problem, moment.wallClock)
        }
    }

    /// The state for the status file.
    var status: PublishStatus.Destination {
        var status = PublishStatus.Destination(name: settings.name, isCaughtUp: destination.isCaughtUp)
        (status.lastSuccess, status.problem, status.since) = (lastSuccess, destination.problem, problemSince)
        (status.lastError, status.lastErrorTime) = (lastError?.reason, lastError?.time)
        status.rejected = rejected
        return status
    }
}
