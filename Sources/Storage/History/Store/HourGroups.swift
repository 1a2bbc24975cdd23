import Basics
import Location

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
