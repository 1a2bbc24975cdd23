import Basics
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
        if settings.retention != self.settings.retention, retentionDue != nil { retentionDue = uptime + Self.firstRetentionDelay }
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
