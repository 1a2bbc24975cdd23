import Basics
public import Location

/// A summary of consecutive points of one device without a gap between them, within a quarter of an hour of UTC.
///
/// It has all that the statistics of a track need: what lies between its first and its last place is counted, and those
/// places are kept so that neighbouring parts can be put together. Every local day begins with a quarter of an hour.
public struct TrackPart: Hashable, Sendable {
    /// Milliseconds of the span that no part exceeds.
    public static let span: Int64 = 900_000

    /// A path and the place where it ends.
    public struct Leg: Hashable, Sendable {
        /// The path, with the steps that leave the place before and reach this one.
        public let passage: PathFigures
        /// The place.
        public let place: StayCandidate
    }

    /// The place of the first point.
    public let start: StayCandidate
    /// The paths to the places that are stays, and to the place of the last point, in chronological order.
    public let legs: [Leg]
    /// The interval that ended at the last point; nil if it began before the quarter of an hour.
    public let usual: Duration?
    /// The first and the last altitude; nil without one.
    public let altitudes: Altitudes?

    /// The first and the last altitude of a path.
    public struct Altitudes: Hashable, Sendable {
        /// The first one.
        public let first: Altitude
        /// The last one.
        public internal(set) var last: Altitude
    }

    /// The first point.
    public var first: TrackPoint { start.anchor }
    /// The last point.
    public var last: TrackPoint { legs.last?.place.last ?? start.last }
    /// The name of the device.
    public var device: String { first.fix.device }
    /// The number of points.
    public var points: Int {
        legs.reduce(start.figures.points) { $0 &+ $1.passage.points &+ $1.place.figures.points }
    }

    /// The mean interval between its points; nil for a single one.
    public var interval: Duration? {
        let (count, passed) = (points, (last.timestamp - first.timestamp).milliseconds)
        return count > 1 ? .milliseconds(passed / Int64(count - 1)) : nil
    }

    /// Returns the parts of the points of any devices, sorted by time.
    public static func parts(of points: [TrackPoint]) -> [TrackPart] {
        var collector = TrackPartCollector()
        var parts: [TrackPart] = []
        let points = points.span
        for index in points.indices { parts += collector.add(points[index]) }
        return parts + collector.finish()
    }

    /// Orders parts by first point, then by device.
    public static func isBefore(_ left: TrackPart, _ right: TrackPart) -> Bool {
        (left.first.timestamp, left.device) < (right.first.timestamp, right.device)
    }
}

extension TrackPoint {
    /// False for what the receiver claimed while it was contradicted, which counts nowhere.
    public var isTrusted: Bool { integrity < .contradicted }
}

extension [TrackPoint] {
    /// Those that count, which is mostly all of them.
    var trusted: [TrackPoint] {
        let points = span
        for index in points.indices where !points[index].isTrusted { return filter(\.isTrusted) }
        return self
    }
}

/// Divides the points of several devices, sorted by time, into parts, without contradicted ones.
public struct TrackPartCollector: Sendable {
    private var builders: [String: TrackPartBuilder] = [:]
    private var slot: Int64?

    /// Creates a collector without points.
    public init() {}

    /// Adds the next point; returns the parts of the quarter of an hour that ended before it, sorted.
    public mutating func add(_ point: TrackPoint) -> [TrackPart] {
        guard point.isTrusted else { return [] }
        let next = Self.slot(of: point.timestamp)
        let ended = next == slot ? [] : finish()
        slot = next
        builders[point.fix.device, default: TrackPartBuilder()].add(point)
        return ended
    }

    /// Returns the parts of the last quarter of an hour, sorted.
    public mutating func finish() -> [TrackPart] {
        defer { builders = [:] }
        return builders.values.flatMap { $0.finished }.sorted(by: TrackPart.isBefore)
    }

    private static func slot(of moment: Timestamp) -> Int64 {
        let (quotient, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: TrackPart.span)
        return rest < 0 ? quotient - 1 : quotient
    }
}
