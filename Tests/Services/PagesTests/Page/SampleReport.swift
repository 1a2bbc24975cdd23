import Basics
import Location
import Pages
import Testing

/// Reports around the position of WhereIsMyMac's own tests, in Melbourne.
enum SampleReport {
    static let now = Timestamp(milliseconds: 1_795_209_012_500)

    static func coordinate(_ latitude: Double = -37.80996889, _ longitude: Double = 144.96326388) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// A fix with every value.
    static func fullFix() throws -> Fix {
        var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
        fix.coordinate = try coordinate()
        fix.timestamp = Timestamp(milliseconds: now.milliseconds - 900)
        fix.altitude = 45.1
        fix.ellipsoidalAltitude = 50.0
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        fix.verticalAccuracy = 9.5
        fix.speed = 3.5
        fix.speedAccuracy = 0.4
        fix.course = 90
        fix.courseAccuracy = 2
        fix.climb = 0.1
        fix.differential = .dgps
        return fix
    }

    /// A fix with a position and nothing else.
    static func bareFix() throws -> Fix {
        var fix = Fix(device: "/dev/ttyACM0", mode: .twoDimensional)
        fix.coordinate = try coordinate()
        return fix
    }

    static func report(_ state: TrackingState, fix: Fix?, age: Duration = .milliseconds(400)) -> Report {
        var report = Report(state: state, since: Timestamp(milliseconds: now.milliseconds - 400_000), sequence: 412)
        guard let fix else { return report }
        report.fix = fix
        report.age = age
        report.received = Timestamp(milliseconds: now.milliseconds - age.milliseconds)
        report.satellites = fix.altitude == nil ? nil : Satellites(used: 8, visible: 10, hdop: 0.9)
        return report
    }

    static func rejections(
        explanation: String = "the radius of 120.0 m is larger than 50.0 m"
    ) -> RejectionSummary {
        RejectionSummary(count: 12, epochs: 600, window: .seconds(600), reason: "inaccurate", explanation: explanation)
    }

    /// A receiver that claims to be 90 km north of the last trusted position.
    static func contradicted(_ fix: Fix?) -> Report {
        var report = report(.contradicted, fix: fix, age: .seconds(192))
        report.integrity = Integrity(
            level: .contradicted, since: Timestamp(milliseconds: now.milliseconds - 190_000),
            reasons: [
                Integrity.Reason(code: .jump, detail: "90 km in 1 s"),
                Integrity.Reason(code: .skyLeap, detail: "<b>9</b> of 9"),
            ])
        report.claim = fix
        report.claim?.coordinate = Coordinate(latitude: -37, longitude: 144.963_263_88)
        return report
    }

    /// Every state, with a full, a bare and no fix where the state allows it, and with hostile text.
    static func all() throws -> [(name: String, report: Report)] {
        let (full, bare) = (try fullFix(), try bareFix())
        var reports = [
            ("live", report(.live, fix: full)), ("live-bare", report(.live, fix: bare)),
            ("stale", report(.stale, fix: full, age: .seconds(192))),
            ("stale-bare", report(.stale, fix: bare, age: .seconds(192))),
        ]
        for state in [TrackingState.starting, .noGPSD, .noReceiver, .noFix] {
            reports.append((state.rawValue, report(state, fix: full, age: .seconds(7500))))
            reports.append(("\(state.rawValue)-bare", report(state, fix: nil)))
        }
        var noted = report(.live, fix: full)
        noted.rejections = rejections()
        noted.receiverFault = ReceiverFault(device: "/dev/ttyUSB0", kind: .frozen)
        noted.place = NearbyPlace(name: "Melbourne", region: "Victoria", country: "AU", distance: 840, bearing: 41)
        (noted.near, noted.inside) = (NearbyPlace(name: "Home", distance: 300, bearing: 1), ["Garden", "Shed"])
        reports.append(("noted", noted))
        reports.append(("contradicted", contradicted(full)))
        reports.append(("contradicted-bare", contradicted(nil)))
        var fromAhead = report(.stale, fix: full, age: .seconds(-600))
        fromAhead.age = nil
        reports.append(("unknown-age", fromAhead))
        var hostile = report(.noGPSD, fix: full, age: .seconds(7500))
        hostile.detail = "</p><script>alert('x')</script> \"refused\" & more"
        hostile.fix?.device = "<img src=x onerror=alert(1)>"
        hostile.rejections = rejections(explanation: "</p><script>alert('y')</script>")
        hostile.receiverFault = ReceiverFault(device: "</p><script>alert('z')</script>", kind: .frozen)
        hostile.place = NearbyPlace(name: "</main><script>alert('p')</script>", distance: .nan, bearing: .nan)
        hostile.inside = ["\"><script>alert('i')</script>"]
        reports.append(("hostile", hostile))
        return reports
    }
}
