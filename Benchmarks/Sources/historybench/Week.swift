import Basics
import Location
import Simulator

/// Days of one car, a fix a second: two drives in town and one on the road a day, else parked.
enum Week {
    private static let day = ["parked", "city", "parked", "road", "parked", "parked", "city", "parked", "parked"]
    private static let secondsOfDay = 86_400

    /// The points, in pieces of an hour, as a history seals them.
    static func hours(days: Int) -> [[TrackPoint]] {
        var hours: [[TrackPoint]] = [[]]
        for day in 0..<max(days, 1) {
            for point in Self.points(of: day) {
                let hour = Int(point.timestamp.milliseconds / 3_600_000)
                if let last = hours.last?.last, Int(last.timestamp.milliseconds / 3_600_000) != hour {
                    hours.append([])
                }
                hours[hours.count - 1].append(point)
            }
        }
        return hours
    }

    private static func points(of day: Int) -> [TrackPoint] {
        var points: [TrackPoint] = []
        var end = (second: 0, place: Coordinate(clampingLatitude: 48.137154, longitude: 11.576124))
        for (index, name) in Self.day.enumerated() {
            guard let scenario = Scenario.named(name) else { continue }
            let start = end
            var origin: Coordinate?
            for epoch in scenario.run(seed: UInt64(day * Self.day.count + index + 1)) {
                let second = start.second + Int(epoch.moment.uptime.inSeconds) - 500
                guard second < secondsOfDay, let measured = epoch.fix?.coordinate else { continue }
                let from = origin ?? measured
                origin = from
                let place = Coordinate(
                    clampingLatitude: start.place.latitude + measured.latitude - from.latitude,
                    longitude: start.place.longitude + measured.longitude - from.longitude)
                end = (second + 1, place)
                if let point = Self.point(epoch, at: day * secondsOfDay + second, place) { points.append(point) }
            }
        }
        return points
    }

    private static func point(_ epoch: ScenarioEpoch, at second: Int, _ place: Coordinate) -> TrackPoint? {
        guard var fix = epoch.fix else { return nil }
        fix.timestamp = Timestamp(milliseconds: 1_773_532_800_000 + Int64(second) * 1000)
        fix.coordinate = place
        let motion: Motion = epoch.truth.isMoving ? .moving : .stationary
        return TrackPoint(fix, motion: motion, satellitesUsed: epoch.satellites?.used)
    }
}
