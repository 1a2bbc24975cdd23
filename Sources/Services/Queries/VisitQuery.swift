import Basics
public import History
import Location
public import Places

/// Queries a history for the visits to one of the owner's places.
public struct VisitQuery {
    /// Metres around the place in which every fix is read.
    private static let margin = 2000.0
    /// The maximum interval between nearby fixes without reading those in between.
    private static let maxInterval: Duration = .seconds(60)

    /// The last storable moment, in the year 9999.
    private static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    private let history: any HistoryReader
    private let place: Place

    /// Creates a query.
    public init(_ history: any HistoryReader, _ place: Place) {
        self.history = history
        self.place = place
    }

    /// Returns the visits in a period, by one device or by all.
    ///
    /// Far from the place only the fixes next to nearby ones are read, so that years elsewhere cost no time.
    ///
    /// - Parameters:
    ///   - period: the period; visits beyond it are cut.
    ///   - device: the device; nil for all.
    /// - Returns: the visits, and the segments that could not be read.
    /// - Throws: `HistoryError`.
    public func run(_ period: Period, device: String?) throws -> (VisitsResult, [DamagedSegment]) {
        var visits: [Visit] = []
        var damaged: [DamagedSegment] = []
        for device in try device.map({ [$0] }) ?? history.deviceNames() {
            let part = try find(of: device, period)
            visits += part.visits
            damaged += part.damaged
        }
        let last = try history.neighbours(of: period.last ?? Self.latest, device: device).before?.timestamp
        let later = try period.last.flatMap { try history.neighbours(of: $0 + .milliseconds(1), device: device).after }
        let merged = visits.merged().closed(by: last, isRecordLonger: later != nil)
        return (VisitsResult(period: period, place: place.name.text, visits: merged), damaged)
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

    /// Adds the first and the last fix between two moments, if any: all in between are as far away.
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
    /// Creates a box around a place and a margin in metres, 0 or more.
    public init?(around shape: PlaceShape, margin: Double = 0) {
        let middle = shape.centre
        let reach = (shape.boundingRadius + margin) * Self.slack
        let height = reach / Self.shortestDegree
        let south = max(-90, middle.latitude - height)
        let north = min(90, middle.latitude + height)
        let width = Self.degreesOfLongitude(in: reach, at: max(abs(south), abs(north)))
        guard let width, width < 180 else {
            self.init(south: south, west: -180, north: north, east: 180)
            return
        }
        self.init(
            south: south, west: (middle.longitude - width).remainder(dividingBy: 360), north: north,
            east: (middle.longitude + width).remainder(dividingBy: 360))
    }

    /// Allows for rounding and for the curvature of a parallel.
    private static let slack = 1.02
    /// Metres per degree of latitude at the equator of WGS 84, where it is shortest.
    private static let shortestDegree = 110_574.0

    /// Returns nil so close to a pole that all meridians are within reach.
    private static func degreesOfLongitude(in metres: Double, at latitude: Double) -> Double? {
        let step = 0.001
        guard latitude < 89.9, let from = Coordinate(latitude: latitude, longitude: 0),
            let to = Coordinate(latitude: latitude, longitude: step)
        else { return nil }
        return metres / from.distance(to: to) * step
    }
}
