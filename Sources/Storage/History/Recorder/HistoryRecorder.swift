public import Basics
public import Location

/// Decides which accepted fixes are written, and when; pure, without a clock or a file.
///
/// The caller passes in each point, performs ``nextAction(at:)`` until it returns nil, and records each result.
public struct HistoryRecorder: Sendable {
    /// The maximum number of points that wait during an outage of the disk.
    static let maxPending = 32_768
    /// From this number on, points are written without delay: they arrive faster than from any receiver.
    static let batchSize = 2_048
    /// The delay before an hour is sealed, for late points.
    static let sealDelay: Duration = .seconds(60)
    /// The minimum interval between sealings, for receivers whose time jumps back and forth.
    static let sealInterval: Duration = .seconds(600)
    /// The minimum interval between attempts during an outage.
    static let retryInterval: Duration = .seconds(10)
    /// The minimum interval between commits that readers request, so that they cannot wear out the disk.
    static let requestInterval: Duration = .seconds(1)
    /// The minimum interval between requests that also write the newest point of a stay, so that a reader that polls does
    /// not undo the thinning.
    static let stayRequestInterval: Duration = .seconds(10)
    /// The first sealing follows the first commit, which detects a full disk, so that it is reported once.
    static let firstSealDelay: Duration = .seconds(10)
    /// Retention runs once a day, for the first time after startup.
    static let retentionInterval: Duration = .seconds(86_400)
    static let firstRetentionDelay: Duration = .seconds(60)
    /// The longest wait of retention and trimming for a commit.
    static let maxPostponement: Duration = .seconds(60)
    /// The late runs are trimmed once an hour, for the first time with the first retention.
    static let trimInterval: Duration = .seconds(3600)

    /// Hours are summarised for the first time a minute after the start, then each hour.
    ///
    /// If there is more to do, after nine times the time that the last ones took: so this takes at most a tenth of a core,
    /// less where others compute, and points are committed in between. The sandbox refuses the kernel's idle priority.
    static let firstSummaryDelay: Duration = .seconds(60)
    static let summaryInterval: Duration = .seconds(3600)
    static let summaryPauseRatio = 9
    static let minSummaryPause: Duration = .milliseconds(50)
    /// The hours that are summarised at once; one takes some milliseconds.
    static let summaryBatch = 4

    private(set) var settings: RecordingSettings
    var pendingPoints = PointBuffer(limit: maxPending)
    var pendingEvents = PlaceEventBuffer()
    private(set) var isFinishing = false
    /// The uptime at which the oldest pending point arrived that is more than one of a stay; nil without one.
    var waitingSince: Duration?
    /// The uptime at which the oldest pending point of a stay arrived; nil without one.
    var stayingSince: Duration?
    /// True once a reader has requested the commit of the pending points.
    var isCommitRequested = false
    /// The uptime of the last request that was accepted.
    var lastRequest: Duration?
    /// The uptime of the last request that wrote the newest point of a stay.
    var lastStayRequest: Duration?
    /// The time of the most recent point.
    var latestTimestamp: Timestamp?
    var sealed: Sealing?
    var firstSealDue: Duration = .zero
    var retentionDue: Duration?
    /// The uptime at which late runs are trimmed; nil before the first point.
    var trimDue: Duration?
    /// The uptime at which hours are summarised, also without points; nil if never.
    var summaryDue: Duration?
    /// Failing actions and the times of their next attempts.
    var retryTimes: [RecordingAction.Kind: Duration] = [:]
    /// Why points or events could not be written the last time; nil before the first failure.
    private(set) var commitFailure: String?
    private let trimsLateRuns: Bool
    private var filter = StationaryFilter()

    /// The last sealed hour and the uptime of its sealing.
    struct Sealing {
        let hour: Hour
        let uptime: Duration
    }

    /// Returns true while points wait for their commit.
    var isWaiting: Bool { commitDue != nil }

    /// The uptime at which the pending points are to be written; nil without any.
    private var commitDue: Duration? {
        let stay = stayingSince.map { $0 + settings.stayInterval }
        let moving = waitingSince.map { $0 + settings.commitInterval }
        return [stay, moving].compactMap(\.self).min()
    }

    /// Creates an idle recorder, which trims late runs only if it is asked to, and summarises hours soon after the uptime of
    /// the start; never if that is nil.
    public init(settings: RecordingSettings, trimsLateRuns: Bool = false, summarisesFrom start: Duration? = nil) {
        self.settings = settings
        self.trimsLateRuns = trimsLateRuns
        summaryDue = start.map { $0 + Self.firstSummaryDelay }
    }

    /// Applies new settings from the next point on; pending and withheld points are kept.
    public mutating func reconfigure(_ settings: RecordingSettings, at uptime: Duration) {
        if settings.extent == .all, let last = filter.release() { enqueue(last, at: uptime) }
        // The new policy is applied soon, not a day later.
        if settings.retention != self.settings.retention, retentionDue != nil {
            retentionDue = uptime + Self.firstRetentionDelay
        }
        self.settings = settings
    }

    /// Records a new point.
    public mutating func record(_ point: TrackPoint, at uptime: Duration) {
        latestTimestamp = point.timestamp
        if retentionDue == nil {
            retentionDue = uptime + Self.firstRetentionDelay
            trimDue = trimsLateRuns ? retentionDue : nil
            firstSealDue = uptime + min(settings.commitInterval, Self.firstSealDelay)
        }
        let isStay = settings.extent == .thinned && filter.isStay(point)
        for recorded in settings.extent == .all ? [point] : filter.filter(point) {
            enqueue(recorded, at: uptime, isStay: isStay)
        }
    }

    private mutating func enqueue(_ point: TrackPoint, at uptime: Duration, isStay: Bool = false) {
        pendingPoints.append(point)
        if isStay { stayingSince = stayingSince ?? uptime } else { waitingSince = waitingSince ?? uptime }
    }

    /// Records new place events, which are written at once because they are few and soon queried.
    mutating func record(_ events: PlaceEventBuffer) {
        pendingEvents.append(events)
    }

    /// Counts points that were dropped on their way here.
    public mutating func recordDropped(_ count: Int) {
        pendingPoints.addDropped(count)
    }

    /// Makes the pending points due now, at most once a second, and with them the newest point of a stay, at most once in
    /// ten seconds; without any it has no effect.
    public mutating func requestCommit(at uptime: Duration) {
        guard lastRequest.map({ uptime - $0 >= Self.requestInterval }) ?? true else { return }
        if lastStayRequest.map({ uptime - $0 >= Self.stayRequestInterval }) ?? true, let newest = filter.release() {
            lastStayRequest = uptime
            enqueue(newest, at: uptime)
        }
        guard isWaiting else { return }
        lastRequest = uptime
        isCommitRequested = true
    }

    /// Finishes recording: pending points and events are due now, including the last one of a stay, and nothing else.
    public mutating func finish() {
        if let last = filter.release() { pendingPoints.append(last) }
        if waitingSince == nil, !pendingPoints.points.isEmpty { waitingSince = .zero }
        isFinishing = true
        retryTimes = [:]
        latestTimestamp = nil
    }
}

extension HistoryRecorder {
    /// Returns the next action; nil if none is due.
    public func nextAction(at moment: Moment) -> RecordingAction? {
        if let due = due(.commitPoints), moment.uptime >= due { return .commitPoints(pendingPoints.points) }
        if let due = due(.commitEvents), moment.uptime >= due { return .commitEvents(pendingEvents.events) }
        guard let latestTimestamp else { return isSummaryDue(at: moment.uptime) ? .summarise : nil }
        if let due = due(.seal), moment.uptime >= due { return .seal(before: Self.sealable(latestTimestamp).start) }
        if let due = due(.applyRetention), moment.uptime >= due {
            // A wrong clock, of the host or of the receiver, must not make everything old.
            return .applyRetention(asOf: min(latestTimestamp, moment.wallClock))
        }
        if let due = due(.trimLateRuns), moment.uptime >= due { return .trimLateRuns }
        return isSummaryDue(at: moment.uptime) ? .summarise : nil
    }

    private func isSummaryDue(at uptime: Duration) -> Bool { due(.summarise).map { uptime >= $0 } ?? false }

    /// The uptime at which the next action is due; nil if it depends on a new point.
    public var deadline: Duration? {
        RecordingAction.Kind.allCases.compactMap(due).min()
    }

    /// Records the success of an action.
    ///
    /// - Parameters:
    ///   - action: The result of ``nextAction(at:)``.
    ///   - isComplete: False if the same action has more to do.
    ///   - elapsed: The time that it took.
    ///   - uptime: The time of completion.
    /// - Returns: The event to report; nil if there was no outage.
    public mutating func recordCompletion(
        of action: RecordingAction, isComplete: Bool = true, after elapsed: Duration = .zero, at uptime: Duration
    ) -> RecorderEvent? {
        let lost = dropped(action.kind)
        finish(action, isComplete: isComplete, at: uptime)
        if action.kind == .summarise, !isComplete {
            summaryDue = uptime + max(Self.minSummaryPause, elapsed * Self.summaryPauseRatio)
        }
        let wasFailing = retryTimes.removeValue(forKey: action.kind) != nil
        return wasFailing || lost > 0 ? .resumed(action.kind, written: action.count, lost: lost) : nil
    }

    /// Records the failure of an action, which is retried after a pause unless the recorder is finishing.
    ///
    /// - Returns: The event to report at the start of an outage and at the end of recording; nil in between.
    public mutating func recordFailure(
        of action: RecordingAction, reason: String, at uptime: Duration
    ) -> RecorderEvent? {
        let isNew = retryTimes[action.kind] == nil
        retryTimes[action.kind] = uptime + retryInterval(action.kind)
        if action.isCommit { commitFailure = reason }
        if isFinishing, let loss = loss(of: action, reason) { return loss }
        return isNew ? .interrupted(action.kind, reason: reason) : nil
    }
}

extension HistoryRecorder {
    /// Returns the number of dropped points or events of an action.
    private func dropped(_ kind: RecordingAction.Kind) -> Int {
        switch kind {
        case .commitPoints: pendingPoints.dropped
        case .commitEvents: pendingEvents.dropped
        case .seal, .applyRetention, .trimLateRuns, .summarise: 0
        }
    }

    /// Returns the loss if an action fails while finishing; nil if nothing is lost.
    private func loss(of action: RecordingAction, _ reason: String) -> RecorderEvent? {
        let count = action.count + dropped(action.kind)
        return switch action {
        case .commitPoints: .pointsLost(count: count, reason: reason)
        case .commitEvents: .eventsLost(count: count, reason: reason)
        case .seal, .applyRetention, .trimLateRuns, .summarise: nil
        }
    }

    private mutating func finish(_ action: RecordingAction, isComplete: Bool, at uptime: Duration) {
        switch action {
        case .commitPoints:
            pendingPoints.removeAll()
            (waitingSince, stayingSince) = (nil, nil)
            isCommitRequested = false
        case .commitEvents: pendingEvents = PlaceEventBuffer()
        case .seal(let moment):
            sealed = Sealing(hour: Hour(containing: moment), uptime: uptime)
        case .applyRetention:
            retentionDue = uptime + (isComplete ? Self.retentionInterval : .seconds(1))
            // Thinned hours have no summary, and days without are estimated.
            if let due = summaryDue { summaryDue = min(due, uptime + .seconds(1)) }
        case .trimLateRuns: trimDue = uptime + Self.trimInterval
        case .summarise: summaryDue = uptime + Self.summaryInterval
        }
    }

    private func retryInterval(_ kind: RecordingAction.Kind) -> Duration {
        switch kind {
        case .commitPoints: max(settings.commitInterval, Self.retryInterval)
        case .commitEvents: Self.retryInterval
        case .seal, .applyRetention, .trimLateRuns, .summarise: Self.sealInterval
        }
    }

    /// Returns the time at which an action is due: after a failure only the retry, and during an outage of commits only
    /// points and events.
    private func due(_ kind: RecordingAction.Kind) -> Duration? {
        let isNew = kind == .commitPoints || kind == .commitEvents
        guard isNew || retryTimes[.commitPoints] == nil, let due = regularDue(kind) else { return nil }
        return max(due, retryTimes[kind] ?? due)
    }

    private func regularDue(_ kind: RecordingAction.Kind) -> Duration? {
        switch kind {
        case .commitPoints:
            let isAtOnce = isFinishing || isCommitRequested || pendingPoints.points.count >= Self.batchSize
            // With the points of its end, an hour is sealed once.
            return commitDue.map { isAtOnce ? .zero : min($0, due(.seal) ?? $0) }
        case .commitEvents: return pendingEvents.events.isEmpty ? nil : .zero
        case .seal:
            guard let latestTimestamp, sealed?.hour != Self.sealable(latestTimestamp) else { return nil }
            return sealed.map { $0.uptime + Self.sealInterval } ?? firstSealDue
        // With a commit that is coming soon, which wakes the thread anyway.
        case .applyRetention:
            return settings.retention.isUnlimited || latestTimestamp == nil ? nil : afterCommit(retentionDue)
        case .trimLateRuns: return latestTimestamp == nil ? nil : afterCommit(trimDue)
        case .summarise: return isFinishing ? nil : summaryDue
        }
    }

    private func afterCommit(_ due: Duration?) -> Duration? {
        guard let due, let commitDue, commitDue - due <= Self.maxPostponement else { return due }
        return max(due, commitDue)
    }

    /// Returns the first unsealed hour at the time of a point.
    private static func sealable(_ time: Timestamp) -> Hour {
        Hour(containing: Timestamp(milliseconds: max(0, time.milliseconds) - sealDelay.milliseconds))
    }
}
