import Basics
import Location
import Privacy
import Testing

/// A fix with every member set.
func fullFix(_ latitude: Double, _ longitude: Double, at time: Timestamp = .start) -> Fix {
    var fix = Fix(device: "/dev/ttyS0", mode: .threeDimensional)
    fix.timestamp = time
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    (fix.altitude, fix.ellipsoidalAltitude, fix.verticalAccuracy) = (100, 120, 5)
    fix.horizontalAccuracy = HorizontalAccuracy(radius: 3.5, origin: .estimate)
    (fix.speed, fix.speedAccuracy, fix.course, fix.courseAccuracy, fix.climb) = (12.5, 0.3, 90, 2, 0.1)
    fix.accuracyEllipse = AccuracyEllipse(north: 4, east: 3)
    fix.ecefPosition = ECEFVector(x: 1, y: 2, z: 3)
    fix.ecefVelocity = ECEFVector(x: 4, y: 5, z: 6)
    (fix.differential, fix.differentialAge, fix.source, fix.timeSource) = (.dgps, 1, .ecef, .shifted)
    return fix
}

/// A report with every member set.
func fullReport(_ fix: Fix) -> Report {
    var report = Report(state: .live, since: .start + .seconds(-100), sequence: 42)
    report.detail = "/dev/ttyS0 is back"
    report.fix = fix
    report.received = .start + .seconds(1)
    report.age = .seconds(2)
    report.motion = .moving
    report.now = CurrentPosition(report, bridging: .seconds(2), at: .start + .seconds(3))
    report.odometer = 1234
    report.satellites = Satellites(used: 9, visible: 12, hdop: 0.8)
    report.rejections = RejectionSummary(count: 3, epochs: 9, window: .seconds(600), reason: "jump", explanation: "x")
    report.receiverFault = ReceiverFault(device: "/dev/ttyS0", kind: .frozen)
    report.place = NearbyPlace(name: "London", region: "England", country: "GB", distance: 2200, bearing: 300)
    report.near = NearbyPlace(name: "My boat", distance: 300, bearing: 10)
    report.inside = ["My garden"]
    report.anchor = fix.coordinate.map { AnchorSummary(coordinate: $0, radius: 40, set: .start) }
    return report
}

func zones(_ latitude: Double, _ longitude: Double, radius: Double = 200, name: String = "Home") throws -> PrivacyZones
{
    let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return PrivacyZones([try #require(PrivacyZone(name: name, centre: centre, radius: radius))])
}
