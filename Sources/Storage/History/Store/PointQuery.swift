public import Basics
import Location

/// Which points are asked for.
public struct PointQuery: Hashable, Sendable {
    /// Everything there is.
    public static let all = PointQuery()

    /// The first moment; nil from the beginning.
    public var from: Timestamp?
    /// The last moment, itself included; nil to the end.
    public var to: Timestamp?
    /// The device whose points; nil for all.
    public var device: String?
    /// Where the points lie; nil for anywhere.
    public var within: Area?

    /// Makes a query; without arguments for everything.
    public init(
        from: Timestamp? = nil, to: Timestamp? = nil, device: String? = nil, within: Area? = nil
    ) {
        self.from = from
        self.to = to
        self.device = device
        self.within = within
    }

    /// Whether a point is asked for.
    func contains(_ point: TrackPoint) -> Bool {
        span.contains(point.timestamp) && (device.map { $0 == point.fix.device } ?? true)
            && (within?.contains(point.coordinate) ?? true)
    }

    /// The times that can be found; empty ones end before they begin.
    var span: TimeSpan { TimeSpan(from: from, to: to) }
}
