import Basics
import History
import Linux
import Location
import Simulator

/// The history of a demo: three made-up days before today, which start and end where the simulated walk does.
enum DemoHistory {
    /// The name of their receiver.
    static let device = "demo"
    /// The interval between fixes in seconds, and that at rest.
    private static let (interval, restInterval) = (5, 60)

    /// A journey along the city's grid, which is rotated by 20 degrees.
    private struct Journey {
        let daysAgo: Int
        let hour: Int
        /// Metres per second.
        let speed: Double
        let steps: [SimulatedRoute.Step]
    }

    private static let journeys = [
        Journey(
            daysAgo: 3, hour: 9, speed: 1.4,
            steps: [
                .walk(distance: 430, course: 160), .walk(distance: 220, course: 70), .pause(.seconds(1500)),
                .walk(distance: 660, course: 70), .walk(distance: 220, course: 160), .pause(.seconds(600)),
                .walk(distance: 880, course: 250), .walk(distance: 650, course: 340),
            ]),
        Journey(
            daysAgo: 2, hour: 10, speed: 5,
            steps: [
                .walk(distance: 1200, course: 340), .walk(distance: 1500, course: 70),
                .walk(distance: 900, course: 340), .pause(.seconds(2400)), .walk(distance: 900, course: 160),
                .walk(distance: 700, course: 250), .walk(distance: 1200, course: 160),
                .walk(distance: 800, course: 250),
            ]),
        Journey(
            daysAgo: 1, hour: 8, speed: 9,
            steps: [
                .walk(distance: 1300, course: 160), .walk(distance: 600, course: 250),
                .walk(distance: 4200, course: 160), .pause(.seconds(7200)), .walk(distance: 4200, course: 340),
                .walk(distance: 600, course: 70), .walk(distance: 1300, course: 340),
            ]),
    ]

    /// Writes the days into a new history.
    ///
    /// - Parameters:
    ///   - path: its file.
    ///   - now: the present.
    ///   - clock: the clock by which the days are dated.
    /// - Throws: `HistoryError`.
    static func write(to path: String, now: Timestamp, clock: LocalClock = .system) throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        for (seed, journey) in journeys.enumerated() {
            guard let today = clock.civilTime(now) else { continue }
            let start = CivilTime(
                year: today.year, month: today.month, day: today.day - journey.daysAgo, hour: journey.hour)
            guard let start = clock.timestamp(start) else { continue }
            _ = try history.append(points(of: journey, from: start, seed: UInt64(seed)))
        }
    }

    private static func points(of journey: Journey, from start: Timestamp, seed: UInt64) -> [TrackPoint] {
        let route = SimulatedRoute(
            origin: SimulatedRoute.melbourne.origin, altitude: 45.1, speed: journey.speed, steps: journey.steps)
        var receiver = SimulatedReceiver(route: route, start: start, seed: seed)
        return (0...Int(route.duration.inSeconds)).compactMap { second in
            let epoch = receiver.next()
            let isMoving = epoch.truth.speed > 0
            guard second.isMultiple(of: isMoving ? interval : restInterval) else { return nil }
            return TrackPoint(fix(epoch), motion: isMoving ? .moving : .stationary)
        }
    }

    private static func fix(_ epoch: Epoch) -> Fix {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = epoch.time
        fix.coordinate = epoch.measured.coordinate
        fix.altitude = epoch.measured.altitude
        fix.speed = epoch.truth.speed
        fix.course = epoch.truth.speed > 0 ? epoch.truth.course : nil
        // The radius that holds 95 % of a circular normal distribution.
        fix.horizontalAccuracy = HorizontalAccuracy(
            radius: epoch.measured.precision.horizontal * 2.4477, origin: .estimate)
        return fix
    }
}
