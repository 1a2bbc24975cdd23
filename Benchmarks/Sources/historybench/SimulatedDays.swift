import Basics
import Location
import Simulator

/// Days of one car with a fix per second: two drives in town and one on the road per day, otherwise parked.
enum SimulatedDays {
    private static let day = ["parked", "city", "parked", "road", "parked", "parked", "city", "parked", "parked"]
    private static let secondsPerDay = 86_400

    /// Returns the points by the hour, as a history seals them.
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
        var end = (second: 0, coordinate: Coordinate(clampingLatitude: 48.137154, longitude: 11.576124))
        for (index, name) in Self.day.enumerated() {
            guard let scenario = Scenario.named(name) else { continue }
            let start = end
            var origin: Coordinate?
            for epoch in scenario.run(seed: UInt64(day * Self.day.count + index + 1), isQuiet: true) {
                let second = start.second + Int(epoch.moment.uptime.inSeconds) - 500
                guard second < secondsPerDay, let measured = epoch.fix?.coordinate else { continue }
                let from = origin ?? measured
                origin = from
                let coordinate = Coordinate(
                    clampingLatitude: start.coordinate.latitude + measured.latitude - from.latitude,
                    longitude: start.coordinate.longitude + measured.longitude - from.longitude)
                end = (second + 1, coordinate)
                if let point = Self.point(of: epoch, second: day * secondsPerDay + second, at: coordinate) {
                    points.append(point)
                }
            }
        }
        return points
    }

    private static func point(
        of epoch: ScenarioEpoch, second: Int, at coordinate: Coordinate
    ) -> TrackPoint? {
        guard var fix = epoch.fix else { return nil }
        fix.timestamp = Timestamp(milliseconds: 1_773_532_800_000 + Int64(second) * 1000)
        fix.coordinate = coordinate
        let motion: Motion = epoch.truth.isMoving ? .moving : .stationary
        return TrackPoint(fix, motion: motion, satellitesUsed: epoch.satellites?.used)
    }
}
