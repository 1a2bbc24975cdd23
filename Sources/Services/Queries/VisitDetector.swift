import Basics
import Location
import Places
import Tracks

/// Detects visits to a place in the track of one device, point by point.
///
/// Entering and leaving follow the daemon's rules (`GeofenceMonitor`), so that visits agree with place events, except
/// for gaps. The daemon knows when it was not running; a track may consist of gaps, such as fixes an hour apart. So two
/// consecutive fixes at the place form a visit regardless of the time between, and a fix elsewhere next to a gap ends it.
struct VisitDetector {
    /// The assumed accuracy in metres of fixes without one, which is common in imports.
    private static let usualAccuracy = 10.0

    private let place: Place
    private var monitor: GeofenceMonitor
    private var gaps = GapDetector()
    private var last: TrackPoint?
    private var wasOut = false
    /// The time covered by fixes since the first one.
    private var covered: Duration = .zero
    /// The first fix inside before entering is certain, the last fix inside, and the covered time up to each.
    private var firstInside: (time: Timestamp, covered: Duration)?
    private var lastInside: (time: Timestamp, covered: Duration)?
    private var open: (from: Timestamp, covered: Duration)?
    private(set) var visits: [Visit] = []

    init(_ place: Place) {
        self.place = place
        monitor = GeofenceMonitor([place])
    }

    /// Adds the next point in order of time.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - isElsewhere: true if all omitted points since the previous one are far away as well.
    mutating func add(_ point: TrackPoint, isElsewhere: Bool = false) {
        let moment = Moment(uptime: .milliseconds(point.timestamp.milliseconds), wallClock: point.timestamp)
        let fix = Self.fix(of: point)
        let isOut = isOut(fix)
        if gaps.hasGap(before: point), !isElsewhere {
            if isOut || wasOut { interrupt() }
        } else if let last {
            covered += point.timestamp - last.timestamp
        }
        last = point
        wasOut = isOut
        update(point)
        for event in monitor.handle(fix, state: .live, at: moment) {
            switch event.kind {
            case .enter: open = (event.since, firstInside?.covered ?? covered)
            case .leave: close(.left)
            }
        }
    }

    mutating func finish() {
        close(last?.timestamp == lastInside?.time ? .open : .left)
    }

    /// Ends the visit at a gap with a fix that is certainly elsewhere at one end.
    private mutating func interrupt() {
        guard let open else { return }
        close(.left)
        monitor = GeofenceMonitor([place], states: [PlaceState(name: place.name, side: .outside, since: open.from)])
    }

    /// Returns true if a fix is certainly outside.
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
        let fix = (time: point.timestamp, covered: covered)
        firstInside = firstInside ?? fix
        lastInside = fix
    }

    private mutating func close(_ end: Visit.End) {
        defer {
            open = nil
            firstInside = nil
        }
        guard let open, let lastInside, lastInside.time >= open.from else { return }
        let covered = min(lastInside.time - open.from, lastInside.covered - open.covered)
        visits.append(Visit(from: open.from, to: lastInside.time, covered: max(.zero, covered), end: end))
    }

    private static func fix(of point: TrackPoint) -> Fix {
        var fix = point.fix
        if fix.horizontalAccuracy == nil {
            fix.horizontalAccuracy = HorizontalAccuracy(radius: usualAccuracy, origin: .estimate)
        }
        return fix
    }
}
