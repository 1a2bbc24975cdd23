import Basics
import Location
import Places
import Tracks

/// Finds the visits to a place in the track of one receiver, as its points come.
///
/// A place is entered and left as the daemon decides it (`GeofenceMonitor`), so that the track and the events tell the same;
/// but for gaps. Of those the daemon knows that it was not asked, and a track may be nothing else: fixes an hour apart. So
/// two that follow each other there make a visit, whatever lies between, and one elsewhere next to a gap ends it.
struct VisitDetector {
    /// Metres that a fix is taken to be good to where it does not say: what is imported often does not.
    private static let usualAccuracy = 10.0

    private let place: Place
    private var watch: GeofenceMonitor
    private var segments = GapDetector()
    private var last: TrackPoint?
    private var wasOut = false
    /// Time covered by fixes since the first one.
    private var covered: Duration = .zero
    /// The first fix of those inside while that is not decided yet, the last one inside, and what was covered up to each.
    private var firstInside: (time: Timestamp, covered: Duration)?
    private var lastInside: (time: Timestamp, covered: Duration)?
    private var open: (from: Timestamp, covered: Duration)?
    private(set) var visits: [Visit] = []

    init(_ place: Place) {
        self.place = place
        watch = GeofenceMonitor([place])
    }

    /// Takes the next point in the order of time.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - isElsewhere: whether all that lies between it and the one before, and is not told here, is far away too.
    mutating func add(_ point: TrackPoint, isElsewhere: Bool = false) {
        let moment = Moment(uptime: .milliseconds(point.timestamp.milliseconds), wallClock: point.timestamp)
        let fix = Self.fix(of: point)
        let isOut = isOut(fix)
        if segments.hasGap(before: point), !isElsewhere {
            if isOut || wasOut { interrupt() }
        } else if let last {
            covered += point.timestamp - last.timestamp
        }
        (last, wasOut) = (point, isOut)
        update(point)
        for event in watch.handle(fix, state: .live, at: moment) {
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

    /// It was certainly not there at one end of a gap, so that nothing tells that it was there in between.
    private mutating func interrupt() {
        guard let open else { return }
        close(isOpen: false)
        watch = GeofenceMonitor([place], states: [PlaceState(name: place.name, side: .outside, since: open.from)])
    }

    /// Whether it is certainly not there.
    private func isOut(_ fix: Fix) -> Bool {
        guard let coordinate = fix.coordinate, let radius = fix.horizontalAccuracy?.radius else { return false }
        let distance = place.shape.signedDistance(to: coordinate)
        return distance > 0 && distance >= radius
    }

    private mutating func update(_ point: TrackPoint) {
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
        visits.append(Visit(from: open.from, to: lastInside.time, covered: max(.zero, seen), isOpen: isOpen))
    }

    private static func fix(of point: TrackPoint) -> Fix {
        var fix = point.fix
        if fix.horizontalAccuracy == nil {
            fix.horizontalAccuracy = HorizontalAccuracy(radius: usualAccuracy, origin: .estimate)
        }
        return fix
    }
}
