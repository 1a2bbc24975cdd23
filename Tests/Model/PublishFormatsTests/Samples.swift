import Basics
import Location
import Places
import PublishFormats
import Simulator
import Testing

extension Timestamp {
    /// 2026-01-01T00:00:00Z.
    static let start = Timestamp(milliseconds: 1_767_225_600_000)
}

extension PublishedFix {
    /// A fix of any values, unknown and faulty ones among them.
    static func random(using numbers: inout SeededGenerator) throws -> PublishedFix {
        func value(_ range: ClosedRange<Double>) -> Double? {
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0...2: nil
            case 3: [.nan, .infinity, -.infinity, range.upperBound, range.lowerBound].randomElement(using: &numbers)
            default: Double.random(in: range, using: &numbers)
            }
        }
        let coordinate = try #require(
            Coordinate(
                latitude: .random(in: -90...90, using: &numbers), longitude: .random(in: -180...180, using: &numbers)))
        let moment = Int64.random(in: -1_000_000_000_000...4_000_000_000_000, using: &numbers)
        var fix = PublishedFix(timestamp: Timestamp(milliseconds: moment), coordinate: coordinate)
        (fix.accuracy, fix.verticalAccuracy) = (value(0.001...1e7), value(0.001...1e7))
        (fix.altitude, fix.speed, fix.course) = (value(-500...1e5), value(0...1e4), value(0...359.999_999))
        (fix.satellites, fix.odometer) = (value(0...60).flatMap { Int(exactly: $0.rounded()) }, value(0...1e12))
        fix.isMoving = [nil, true, false].randomElement(using: &numbers) ?? nil
        fix.inside = ["Home", "\"Zoë's\" \\ place\n", "家"].filter { _ in Bool.random(using: &numbers) }
        return fix
    }
}

/// A fix with every member set.
func fullFix(_ latitude: Double, _ longitude: Double, at time: Timestamp = .start) -> Fix {
    var fix = Fix(device: "/dev/ttyS0", mode: .threeDimensional)
    fix.timestamp = time
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    (fix.altitude, fix.ellipsoidalAltitude, fix.verticalAccuracy) = (100, 120, 5)
    fix.horizontalAccuracy = HorizontalAccuracy(radius: 3.5, origin: .estimate)
    (fix.speed, fix.course, fix.climb) = (12.5, 90, 0.1)
    return fix
}

/// A live report with every member that a destination might receive.
func fullReport(_ fix: Fix, odometer: Double = 1234, satellites: Int = 9, motion: Motion = .moving) -> Report {
    var report = Report(state: .live, since: .start + .seconds(-100), sequence: 42)
    (report.fix, report.age, report.motion, report.odometer) = (fix, .seconds(2), motion, odometer)
    report.satellites = Satellites(used: satellites, visible: 12, hdop: 0.8)
    report.inside = ["Garden", "City"]
    // Which none of them receives.
    report.now = CurrentPosition(report, bridging: .seconds(2), at: .start + .seconds(2))
    return report
}

func place(_ name: String, _ latitude: Double, _ longitude: Double, radius: Double = 50) throws -> Place {
    let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let circle = try #require(PlaceCircle(centre: centre, radius: radius))
    let placeName = try #require(PlaceName(name))
    return try #require(Place(name: placeName, shape: .circle(circle), created: .start))
}
