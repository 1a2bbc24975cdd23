import Basics
public import Location

/// The points of tracks to which no vehicle can have gone, as ``OutlierFilter`` finds them.
public struct Outliers: Sendable {
    private var filters: [String: OutlierFilter] = [:]
    /// The times from the first to the last point of each part that is left out, by device.
    private var spans: [String: [ClosedRange<Timestamp>]] = [:]
    /// The number of the points that were found.
    public private(set) var count = 0

    /// Creates a search in no track.
    public init() {}

    /// Finds the outliers among points of one device in chronological order, as of a whole track.
    public init(among points: [TrackPoint]) {
        guard JumpRule().hasJump(points) else { return }
        for part in TrackPart.parts(of: points) { add(part) }
        finish()
    }

    /// Adds the next part of the track of any device.
    public mutating func add(_ part: TrackPart) {
        _ = filters[part.device, default: OutlierFilter()].add(part)
        take(part.device)
    }

    /// Decides on the last points of all tracks.
    public mutating func finish() {
        for device in filters.keys {
            _ = filters[device]?.finish()
            take(device)
            spans[device]?.sort { $0.lowerBound < $1.lowerBound }
        }
        filters = [:]
    }

    private mutating func take(_ device: String) {
        guard let omitted = filters[device]?.takeOmitted(), !omitted.isEmpty else { return }
        count += omitted.reduce(0) { $0 + $1.points }
        spans[device, default: []] += omitted.map { $0.first.timestamp...$0.last.timestamp }
    }

    /// Returns true if a point of the tracks is an outlier; to be asked when the tracks have ended.
    public func contains(_ point: TrackPoint) -> Bool {
        guard let spans = spans[point.fix.device] else { return false }
        // They are in chronological order: the first one that does not end before the point.
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].upperBound < point.timestamp { low = middle + 1 } else { high = middle }
        }
        return low < spans.count && spans[low].contains(point.timestamp)
    }
}
