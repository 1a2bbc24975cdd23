import Basics
public import History
import Location
public import Places

/// Finds out when it was at one of the owner's places.
public struct VisitQuery {
    /// Metres around the place in which every fix is looked at.
    private static let margin = 2000.0
    /// What may pass between two fixes there without a look at what lies between.
    private static let maxInterval: Duration = .seconds(60)

    /// The last moment of which a history can have a fix: that of the year 9999.
    private static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    private let history: any HistoryStore
    private let place: Place

    /// Asks a history for a place.
    public init(_ history: any HistoryStore, _ place: Place) {
        self.history = history
        self.place = place
    }

    /// The visits of a time, by one receiver or by all of them.
    ///
    /// Of what is far from the place only the fixes next to those nearby are read, so that years take no time that was
    /// spent elsewhere.
    ///
    /// - Parameters:
    ///   - period: the time; a visit that goes beyond it is cut.
    ///   - device: the receiver; nil for all.
    /// - Returns: them, and what could not be read.
    /// - Throws: `HistoryError`.
    public func run(_ period: Period, device: String?) throws -> (VisitsResult, [DamagedSegment]) {
        var (visits, damaged) = ([Visit](), [DamagedSegment]())
        for device in try device.map({ [$0] }) ?? history.deviceNames() {
            let part = try find(of: device, period)
            visits += part.visits
            damaged += part.damaged
        }
        return (VisitsResult(period: period, place: place.name.text, visits: visits.merged()), damaged)
    }

    private func find(
        of device: String, _ period: Period
    ) throws -> (visits: [Visit], damaged: [DamagedSegment]) {
        let nearby = Area(around: place.shape, margin: Self.margin)
        let query = PointQuery(from: period.first, to: period.last, device: device, within: nearby)
        var finder = VisitDetector(place)
        var last: TrackPoint?
        let damaged = try history.forEachPoint(query) { point in
            if let last, point.timestamp - last.timestamp > Self.maxInterval {
                try addElsewhere(from: last.timestamp, to: point.timestamp, device, to: &finder)
            }
            last = point
            finder.add(point)
        }
        if let last {
            try addElsewhere(from: last.timestamp, to: period.last.map { $0 + .milliseconds(1) }, device, to: &finder)
        }
        finder.finish()
        return (finder.visits, damaged)
    }

    /// Adds the first and the last fix between two moments, where there are some: the others between are as far away.
    private func addElsewhere(
        from start: Timestamp, to end: Timestamp?, _ device: String, to finder: inout VisitDetector
    ) throws {
        let first = try history.neighbours(of: start + .milliseconds(1), device: device).after
        guard let first, end.map({ first.timestamp < $0 }) ?? true else { return }
        finder.add(first)
        let limit = end.map { $0 + .milliseconds(-1) } ?? Self.latest
        let last = try history.neighbours(of: limit, device: device).before
        guard let last, last.timestamp > first.timestamp else { return }
        finder.add(last, isElsewhere: true)
    }
}

extension Area {
    /// A box around a place and what is within some metres of it.
    ///
    /// - Parameters:
    ///   - shape: the place.
    ///   - margin: metres, 0 or more.
    public init?(around shape: PlaceShape, margin: Double = 0) {
        let (middle, reach) = (shape.centre, (shape.boundingRadius + margin) * Self.slack)
        let height = reach / Self.shortestDegree
        let (south, north) = (max(-90, middle.latitude - height), min(90, middle.latitude + height))
        let width = Self.degreesOfLongitude(in: reach, at: max(abs(south), abs(north)))
        guard let width, width < 180 else {
            self.init(south: south, west: -180, north: north, east: 180)
            return
        }
        self.init(
            south: south, west: (middle.longitude - width).remainder(dividingBy: 360), north: north,
            east: (middle.longitude + width).remainder(dividingBy: 360))
    }

    /// What rounding and the curve of a parallel may take.
    private static let slack = 1.02
    /// Metres of a degree of latitude where they are shortest: at the equator of WGS 84.
    private static let shortestDegree = 110_574.0

    /// Nil so near to a pole that all meridians count.
    private static func degreesOfLongitude(in metres: Double, at latitude: Double) -> Double? {
        let step = 0.001
        guard latitude < 89.9, let from = Coordinate(latitude: latitude, longitude: 0),
            let to = Coordinate(latitude: latitude, longitude: step)
        else { return nil }
        return metres / from.distance(to: to) * step
    }
}
