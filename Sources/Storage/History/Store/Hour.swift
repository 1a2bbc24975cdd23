public import Basics
public import Location

/// An hour of UTC, the unit of sealing.
public struct Hour: Hashable, Comparable, Sendable {
    private static let length: Int64 = 3_600_000

    /// Hours since 1970.
    public let index: Int64

    /// Creates an hour from its index.
    public init(index: Int64) {
        self.index = index
    }

    /// Creates the hour that contains a moment.
    public init(containing moment: Timestamp) {
        let (quotient, remainder) = moment.milliseconds.quotientAndRemainder(dividingBy: Self.length)
        index = remainder < 0 ? quotient - 1 : quotient
    }

    /// The first moment.
    public var start: Timestamp { Timestamp(milliseconds: index &* Self.length) }
    /// The last millisecond.
    public var last: Timestamp { Timestamp(milliseconds: index &* Self.length &+ (Self.length - 1)) }

    /// The span from the first to the last millisecond.
    public var span: TimeSpan { TimeSpan(first: start, last: last) }

    /// Orders by time.
    public static func < (left: Hour, right: Hour) -> Bool { left.index < right.index }
}

/// An hour of one device, the unit of sealing.
struct DeviceHour: Hashable {
    let hour: Hour
    /// The number of the device.
    let device: Int64
}

/// Points grouped by hour and device, without those whose time cannot be stored.
public struct HourGroups {
    /// The points of one hour and device.
    public struct Group {
        /// The device.
        public let device: String
        /// The hour.
        public let hour: Hour
        /// The points in order of arrival.
        public fileprivate(set) var points: [TrackPoint]
    }

    private struct Key: Hashable {
        let device: String
        let hour: Hour
    }

    /// The groups in the order of their first points.
    public private(set) var groups: [Group] = []
    private var indices: [Key: Int] = [:]

    /// Groups points.
    public init(_ points: [TrackPoint]) {
        var start = 0
        while start < points.count {
            let (moment, device) = (points[start].timestamp, points[start].fix.device)
            let hour = Hour(containing: moment)
            let span = hour.span
            // All of an hour can be stored, or none.
            let end =
                points[start...].firstIndex { !span.contains($0.timestamp) || $0.fix.device != device } ?? points.count
            if moment.isStorable { add(points[start..<end], of: device, hour) }
            start = max(end, start + 1)
        }
    }

    private mutating func add(_ points: ArraySlice<TrackPoint>, of device: String, _ hour: Hour) {
        let key = Key(device: device, hour: hour)
        if let index = indices[key] { return groups[index].points += points }
        indices[key] = groups.count
        groups.append(Group(device: device, hour: hour, points: Array(points)))
    }
}
