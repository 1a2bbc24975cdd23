import Basics
import Location

/// An hour of UTC: what is sealed together.
struct Hour: Hashable, Comparable {
    private static let length: Int64 = 3_600_000

    /// Hours since 1970.
    let index: Int64

    /// The hour of that number.
    init(index: Int64) {
        self.index = index
    }

    /// The hour that a moment falls into.
    init(containing moment: Timestamp) {
        let (quotient, remainder) = moment.milliseconds.quotientAndRemainder(dividingBy: Self.length)
        index = remainder < 0 ? quotient - 1 : quotient
    }

    /// Its first moment.
    var start: Timestamp { Timestamp(milliseconds: index &* Self.length) }
    /// Its last millisecond.
    var last: Timestamp { Timestamp(milliseconds: index &* Self.length &+ (Self.length - 1)) }

    /// All of it.
    var span: TimeSpan { TimeSpan(first: start, last: last) }

    /// Orders by time.
    static func < (left: Hour, right: Hour) -> Bool { left.index < right.index }
}

/// An hour of one device: what is sealed together.
struct DeviceHour: Hashable {
    let hour: Hour
    /// The device's number.
    let device: Int64
}

/// Points sorted into hours of devices; those whose time cannot be kept are left out.
struct HourGroups {
    struct Group {
        let device: String
        let hour: Hour
        /// In the order in which they came.
        var points: [TrackPoint]
    }

    private struct Key: Hashable {
        let device: String
        let hour: Hour
    }

    /// In the order of the first point of each.
    private(set) var groups: [Group] = []
    private var places: [Key: Int] = [:]

    init(_ points: [TrackPoint]) {
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
        if let place = places[key] {
            groups[place].points.append(point)
            return place
        }
        places[key] = groups.count
        groups.append(Group(device: point.fix.device, hour: hour, points: [point]))
        return groups.count - 1
    }
}
