import Basics
public import Location

/// Decides what of the accepted fixes is written, and when: pure, it has no clock and no file.
///
/// Its shell tells it each point, asks for the next thing to do until there is none, and tells how that went.
public struct HistoryRecorder: Sendable {
    /// The most points that wait for a disk that is full or broken.
    static let limit = 32_768
    /// As many points are not kept waiting: they come faster than a receiver gives them.
    static let batch = 2_048
    /// Late points of an hour are waited for that long before it is sealed.
    static let grace: Duration = .seconds(60)
    /// A receiver whose time jumps back and forth must not seal with every fix.
    static let sealPause: Duration = .seconds(600)
    /// Between two tries while the disk fails, where the commit interval is shorter.
    static let retryPause: Duration = .seconds(10)
    /// The first sealing leaves the first commit time to find a disk that is full, so that this is said once.
    static let sealStart: Duration = .seconds(10)
    /// Old points are looked for once a day, the first time when the start is over.
    static let retainPause: Duration = .seconds(86_400)
    static let retainStart: Duration = .seconds(60)

    private(set) var settings: RecordingSettings
    var pending = PointBuffer(limit: limit)
    var happened = OccurrenceBuffer()
    private(set) var isEnding = false
    /// When the oldest pending point came.
    var waitingSince: Duration?
    /// The time of the point that came last.
    var latest: Timestamp?
    var sealed: Sealing?
    var firstSealDue: Duration = .zero
    var retainDue: Duration?
    /// What does not work, and when it is tried again.
    var troubles: [RecordingAction.Kind: Duration] = [:]
    private var filter = StayFilter()

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
    public mutating func adopt(_ settings: RecordingSettings, at uptime: Duration) {
        if settings.extent == .all, let last = filter.end() { pend(last, at: uptime) }
        // What is to go is looked for anew, and soon.
        if settings.retention != self.settings.retention, retainDue != nil { retainDue = uptime + Self.retainStart }
        self.settings = settings
    }

    /// Takes a point that has just come.
    public mutating func record(_ point: TrackPoint, at uptime: Duration) {
        latest = point.timestamp
        if retainDue == nil {
            retainDue = uptime + Self.retainStart
            firstSealDue = uptime + min(settings.commitInterval, Self.sealStart)
        }
        for passed in settings.extent == .all ? [point] : filter.pass(point) { pend(passed, at: uptime) }
    }

    private mutating func pend(_ point: TrackPoint, at uptime: Duration) {
        pending.append(point)
        if waitingSince == nil { waitingSince = uptime }
    }

    /// Takes what has just happened at places: it is written at once, since it is little and somebody may ask for it.
    mutating func record(_ occurrences: OccurrenceBuffer) {
        happened.append(occurrences)
    }

    /// Takes it that so many points were lost on their way here.
    public mutating func record(lost: Int) {
        pending.count(dropped: lost)
    }

    /// Nothing comes any more: what waits is due now, the end of a stay too, and nothing else.
    public mutating func end() {
        if let last = filter.end() { pending.append(last) }
        if waitingSince == nil, !pending.points.isEmpty { waitingSince = .zero }
        isEnding = true
        troubles = [:]
        latest = nil
    }
}
