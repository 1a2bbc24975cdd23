public import Basics
public import Location

/// Decides what of the accepted fixes is written, and when: pure, it has no clock and no file.
///
/// Its shell tells it each point, asks for the next thing to do until there is none, and tells how that went.
public struct HistoryRecorder: Sendable {
    /// The most points that wait for a disk that is full or broken.
    static let maxPending = 32_768
    /// As many points are not kept waiting: they come faster than a receiver gives them.
    static let batchSize = 2_048
    /// Late points of an hour are waited for that long before it is sealed.
    static let sealDelay: Duration = .seconds(60)
    /// A receiver whose time jumps back and forth must not seal with every fix.
    static let sealInterval: Duration = .seconds(600)
    /// Between two tries while the disk fails, where the commit interval is shorter.
    static let retryInterval: Duration = .seconds(10)
    /// The first sealing leaves the first commit time to find a disk that is full, so that this is said once.
    static let firstSealDelay: Duration = .seconds(10)
    /// Old points are looked for once a day, the first time when the start is over.
    static let retentionInterval: Duration = .seconds(86_400)
    static let firstRetentionDelay: Duration = .seconds(60)

    private(set) var settings: RecordingSettings
    var pendingPoints = PointBuffer(limit: maxPending)
    var pendingEvents = PlaceEventBuffer()
    private(set) var isFinishing = false
    /// When the oldest pending point came.
    var waitingSince: Duration?
    /// The time of the point that came last.
    var latestTimestamp: Timestamp?
    var sealed: Sealing?
    var firstSealDue: Duration = .zero
    var retentionDue: Duration?
    /// What does not work, and when it is tried again.
    var retryTimes: [RecordingAction.Kind: Duration] = [:]
    private var filter = StationaryFilter()

    /// What was sealed last, and when.
    struct Sealing {
        let hour: Hour
        let uptime: Duration
    }

    /// Whether points wait to be committed.
    var isWaiting: Bool { waitingSince != nil }

    /// Starts with nothing to do.
    public init(settings: RecordingSettings) {
        self.settings = settings
    }

    /// Goes by other settings from the next point on; what waits is not lost, a stay that is held back neither.
    public mutating func reconfigure(_ settings: RecordingSettings, at uptime: Duration) {
        if settings.extent == .all, let last = filter.finish() { enqueue(last, at: uptime) }
        // What is to go is looked for anew, and soon.
        if settings.retention != self.settings.retention, retentionDue != nil {
            retentionDue = uptime + Self.firstRetentionDelay
        }
        self.settings = settings
    }

    /// Takes a point that has just come.
    public mutating func record(_ point: TrackPoint, at uptime: Duration) {
        latestTimestamp = point.timestamp
        if retentionDue == nil {
            retentionDue = uptime + Self.firstRetentionDelay
            firstSealDue = uptime + min(settings.commitInterval, Self.firstSealDelay)
        }
        for passed in settings.extent == .all ? [point] : filter.filter(point) { enqueue(passed, at: uptime) }
    }

    private mutating func enqueue(_ point: TrackPoint, at uptime: Duration) {
        pendingPoints.append(point)
        if waitingSince == nil { waitingSince = uptime }
    }

    /// Takes what has just happened at places: it is written at once, since it is little and somebody may ask for it.
    mutating func record(_ occurrences: PlaceEventBuffer) {
        pendingEvents.append(occurrences)
    }

    /// Takes it that so many points were lost on their way here.
    public mutating func recordDropped(_ lost: Int) {
        pendingPoints.addDropped(lost)
    }

    /// Nothing comes any more: what waits is due now, the end of a stay too, and nothing else.
    public mutating func finish() {
        if let last = filter.finish() { pendingPoints.append(last) }
        if waitingSince == nil, !pendingPoints.points.isEmpty { waitingSince = .zero }
        isFinishing = true
        retryTimes = [:]
        latestTimestamp = nil
    }
}

extension HistoryRecorder {
    /// What to do now; nil when there is nothing.
    public func nextAction(at moment: Moment) -> RecordingAction? {
        if let due = due(.commitPoints), moment.uptime >= due { return .commitPoints(pendingPoints.points) }
        if let due = due(.commitEvents), moment.uptime >= due { return .commitEvents(pendingEvents.events) }
        guard let latestTimestamp else { return nil }
        if let due = due(.seal), moment.uptime >= due { return .seal(before: Self.sealable(latestTimestamp).start) }
        guard let due = due(.applyRetention), moment.uptime >= due else { return nil }
        // A clock that is wrong, the machine's or the receiver's, must not make everything old.
        return .applyRetention(asOf: min(latestTimestamp, moment.wallClock))
    }

    /// The uptime at which there is something to do; nil when only a new point brings it.
    public var deadline: Duration? {
        [RecordingAction.Kind.commitPoints, .commitEvents, .seal, .applyRetention].compactMap(due).min()
    }

    /// An action has been done.
    ///
    /// - Parameters:
    ///   - action: What ``next(at:)`` has answered.
    ///   - isAllDone: False where the same action has more to do.
    ///   - uptime: When it was done.
    /// - Returns: What there is to say; nil where all went as it should.
    public mutating func recordCompletion(
        of action: RecordingAction, isComplete: Bool = true, at uptime: Duration
    ) -> RecorderEvent? {
        let lost = dropped(action.kind)
        finish(action, isComplete: isComplete, at: uptime)
        let wasTrouble = retryTimes.removeValue(forKey: action.kind) != nil
        return wasTrouble || lost > 0 ? .resumed(action.kind, written: action.count, lost: lost) : nil
    }

    /// An action has failed; it is tried again after a pause, unless this is the end.
    ///
    /// - Returns: What there is to say when that begins, and at the end; nil while it goes on.
    public mutating func recordFailure(
        of action: RecordingAction, reason: String, at uptime: Duration
    ) -> RecorderEvent? {
        let isNew = retryTimes[action.kind] == nil
        retryTimes[action.kind] = uptime + retryInterval(action.kind)
        if isFinishing, let loss = loss(of: action, reason) { return loss }
        return isNew ? .interrupted(action.kind, reason: reason) : nil
    }
}

extension HistoryRecorder {
    /// How many of what an action is about could not even wait.
    private func dropped(_ kind: RecordingAction.Kind) -> Int {
        switch kind {
        case .commitPoints: pendingPoints.dropped
        case .commitEvents: pendingEvents.dropped
        case .seal, .applyRetention: 0
        }
    }

    /// What is lost where an action fails at the end; nil where nothing is.
    private func loss(of action: RecordingAction, _ reason: String) -> RecorderEvent? {
        let count = action.count + dropped(action.kind)
        return switch action {
        case .commitPoints: .pointsLost(count: count, reason: reason)
        case .commitEvents: .eventsLost(count: count, reason: reason)
        case .seal, .applyRetention: nil
        }
    }

    private mutating func finish(_ action: RecordingAction, isComplete: Bool, at uptime: Duration) {
        switch action {
        case .commitPoints:
            pendingPoints.removeAll()
            waitingSince = nil
        case .commitEvents: pendingEvents = PlaceEventBuffer()
        case .seal(let moment):
            sealed = Sealing(hour: Hour(containing: moment), uptime: uptime)
        case .applyRetention:
            retentionDue = uptime + (isComplete ? Self.retentionInterval : .seconds(1))
        }
    }

    private func retryInterval(_ kind: RecordingAction.Kind) -> Duration {
        switch kind {
        case .commitPoints: max(settings.commitInterval, Self.retryInterval)
        case .commitEvents: Self.retryInterval
        case .seal, .applyRetention: Self.sealInterval
        }
    }

    /// When an action is due: not while it fails, and only what came from outside while points cannot be written.
    private func due(_ kind: RecordingAction.Kind) -> Duration? {
        let isNew = kind == .commitPoints || kind == .commitEvents
        guard isNew || retryTimes[.commitPoints] == nil, let due = regularDue(kind) else { return nil }
        return max(due, retryTimes[kind] ?? due)
    }

    private func regularDue(_ kind: RecordingAction.Kind) -> Duration? {
        switch kind {
        case .commitPoints:
            guard let waitingSince else { return nil }
            let isAtOnce = isFinishing || pendingPoints.points.count >= Self.batchSize
            return isAtOnce ? .zero : waitingSince + settings.commitInterval
        case .commitEvents: return pendingEvents.events.isEmpty ? nil : .zero
        case .seal:
            guard let latestTimestamp, sealed?.hour != Self.sealable(latestTimestamp) else { return nil }
            return sealed.map { $0.uptime + Self.sealInterval } ?? firstSealDue
        case .applyRetention:
            return settings.retention.isUnlimited || latestTimestamp == nil ? nil : retentionDue
        }
    }

    /// The first hour that is not sealed yet at a point's time.
    private static func sealable(_ time: Timestamp) -> Hour {
        Hour(containing: Timestamp(milliseconds: max(0, time.milliseconds) - sealDelay.milliseconds))
    }
}
