import Location
import Places
import Tracks

/// Finds the visits to a place in the track of one receiver, as its points come.
///
/// A place is entered and left as the daemon decides it (`PlaceWatch`), so that the track and the events tell the same.
struct VisitFinder {
    /// Metres that a fix is taken to be good to where it does not say: what is imported often does not.
    private static let usualAccuracy = 10.0

    private let place: Place
    private var watch: PlaceWatch
    private var segments = TrackSegments()
    private var last: TrackPoint?
    /// Time covered by fixes since the first one.
    private var covered: Duration = .zero
    /// The first fix of those inside while that is not decided yet, the last one inside, and what was covered up to each.
    private var firstInside: (time: Timestamp, covered: Duration)?
    private var lastInside: (time: Timestamp, covered: Duration)?
    private var open: (from: Timestamp, covered: Duration)?
    private(set) var visits: [Visit] = []

    init(_ place: Place) {
        self.place = place
        watch = PlaceWatch([place])
    }

    /// Takes the next point in the order of time.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - isElsewhere: whether all that lies between it and the one before, and is not told here, is far away too.
    mutating func add(_ point: TrackPoint, isElsewhere: Bool = false) {
        let moment = Moment(uptime: .milliseconds(point.timestamp.milliseconds), wallClock: point.timestamp)
        if segments.hasGap(before: point), !isElsewhere {
            _ = watch.handle(nil, state: .stale, at: moment)
            if open == nil { firstInside = nil }
        } else if let last {
            covered += point.timestamp - last.timestamp
        }
        last = point
        note(point)
        for event in watch.handle(Self.fix(of: point), state: .live, at: moment) {
            switch event.kind {
            case .enter: open = (event.since, firstInside?.covered ?? covered)
            case .leave: close(isOpen: false)
            }
        }
    }

    /// The track has ended.
    mutating func finish() {
        close(isOpen: last?.timestamp == lastInside?.time)
    }

    private mutating func note(_ point: TrackPoint) {
        guard place.shape.contains(point.coordinate) else {
            if open == nil { firstInside = nil }
            return
        }
        let mark = (time: point.timestamp, covered: covered)
        firstInside = firstInside ?? mark
        lastInside = mark
    }

    private mutating func close(isOpen: Bool) {
        defer { (open, firstInside) = (nil, nil) }
        guard let open, let lastInside, lastInside.time >= open.from else { return }
        let seen = min(lastInside.time - open.from, lastInside.covered - open.covered)
        visits.append(Visit(from: open.from, to: lastInside.time, seen: max(.zero, seen), isOpen: isOpen))
    }

    private static func fix(of point: TrackPoint) -> Fix {
        var fix = point.fix
        if fix.horizontalAccuracy == nil {
            fix.horizontalAccuracy = HorizontalAccuracy(radius: usualAccuracy, origin: .estimate)
        }
        return fix
    }
}
