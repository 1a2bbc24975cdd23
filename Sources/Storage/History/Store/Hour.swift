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
        var current: Int?
        for point in points where point.timestamp.isStorable {
            let hour = Hour(containing: point.timestamp)
            if let current, groups[current].hour == hour, groups[current].device == point.fix.device {
                groups[current].points.append(point)
            } else {
                current = add(point, hour)
            }
        }
    }

    private mutating func add(_ point: TrackPoint, _ hour: Hour) -> Int {
        let key = Key(device: point.fix.device, hour: hour)
        if let index = indices[key] {
            groups[index].points.append(point)
            return index
        }
        indices[key] = groups.count
        groups.append(Group(device: point.fix.device, hour: hour, points: [point]))
        return groups.count - 1
    }
}
