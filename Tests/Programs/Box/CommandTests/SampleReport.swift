import Basics
import Location
import Wire

/// Reports as written by the daemon.
enum SampleReport {
    static let received = Timestamp(milliseconds: 1_767_226_012_311)

    static func report(
        _ state: TrackingState = .live, position: Bool = true, detail: String? = nil
    ) -> Report {
        var report = Report(state: state, since: Timestamp(milliseconds: 1_767_225_600_000), sequence: 7)
        report.detail = detail
        guard position else { return report }
        var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: -37.809_968_89, longitude: 144.963_263_88)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        report.fix = fix
        report.received = received
        report.age = .milliseconds(100)
        return report
    }

    /// The same of a car that drives east with 20 m/s, and a position now of half a second after the fix.
    static func moving() -> Report {
        var report = report()
        report.motion = .moving
        report.fix?.speed = 20
        report.fix?.course = 90
        report.now = CurrentPosition(report, bridging: .milliseconds(500), at: received + .milliseconds(100))
        return report
    }

    /// A receiver that claims to be 90 km north of the last trusted position.
    static func contradicted() -> Report {
        var report = report(.contradicted, detail: "90 km in 1 s")
        report.integrity = Integrity(
            level: .contradicted, since: Timestamp(milliseconds: 1_767_225_960_000),
            reasons: [
                Integrity.Reason(code: .jump, detail: "90 km in 1 s"),
                Integrity.Reason(code: .skyLeap, detail: "9 of 9 satellites\u{1B}"),
            ])
        report.claim = report.fix
        report.claim?.coordinate = Coordinate(latitude: -37, longitude: 144.963_263_88)
        return report
    }

    /// A holding anchor, 12.4 m from the boat.
    static var anchor: AnchorSummary {
        let centre = Coordinate(clampingLatitude: -37.81, longitude: 144.9634)
        var anchor = AnchorSummary(coordinate: centre, radius: 40, set: Timestamp(milliseconds: 1_767_225_600_000))
        (anchor.distance, anchor.bearing) = (12.4, 106)
        return anchor
    }

    static func file(_ state: TrackingState = .live, position: Bool = true, detail: String? = nil) -> [UInt8] {
        ReportJSON.encode(report(state, position: position, detail: detail))
    }
}
