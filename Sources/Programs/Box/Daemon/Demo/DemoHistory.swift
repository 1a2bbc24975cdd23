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
    /// The radius in metres that holds 95 % of their errors.
    private static let radius = 4.2

    /// Writes the days into a new history.
    ///
    /// - Throws: `HistoryError`.
    static func write(to path: String, now: Timestamp, clock: LocalClock = .system) throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        for (seed, day) in Scenario.demonstrationDays.enumerated() {
            guard let today = clock.civilTime(now) else { continue }
            let start = CivilTime(year: today.year, month: today.month, day: today.day - day.daysAgo, hour: day.hour)
            guard let start = clock.timestamp(start) else { continue }
            _ = try history.append(points(of: day.scenario.run(seed: UInt64(seed), start: start)))
        }
    }

    private static func points(of run: ScenarioRun) -> [TrackPoint] {
        run.enumerated().compactMap { second, epoch in
            let isMoving = epoch.truth.isMoving
            guard second.isMultiple(of: isMoving ? interval : restInterval), let fix = epoch.fix else { return nil }
            return TrackPoint(Self.fix(fix, epoch.truth), motion: isMoving ? .moving : .stationary)
        }
    }

    private static func fix(_ received: Fix, _ truth: GroundTruth) -> Fix {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = received.timestamp
        fix.coordinate = received.coordinate
        fix.altitude = received.altitude
        fix.speed = truth.speed
        fix.course = truth.isMoving ? truth.course : nil
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .estimate)
        return fix
    }
}
