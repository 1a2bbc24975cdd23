import Basics
import Location
import Testing

@testable import Daemon

struct DemoLineTests {
    private static let now = Timestamp(milliseconds: 1_767_226_022_311)

    private func report(_ state: TrackingState, detail: String? = nil, position: Bool = true) -> Report {
        var report = Report(state: state, since: Timestamp(milliseconds: 0))
        report.detail = detail
        guard position else { return report }
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: -37.809_968_89, longitude: 144.963_263_88)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        report.fix = fix
        report.received = Timestamp(milliseconds: 1_767_226_012_311)
        report.age = .seconds(10)
        return report
    }

    private func text(_ report: Report) -> String { DemoLine(report).text(at: Self.now, age: report.age) }

    @Test("a line begins with its time, and an old position has its age")
    func time() {
        let place = "-37.809969, 144.963264  ± 5.5 m  3d fix"
        #expect(text(report(.live)) == "2026-01-01T00:07:02.311Z  live  \(place)")
        #expect(text(report(.stale)) == "2026-01-01T00:07:02.311Z  stale  last known 10 s ago:  \(place)")
        var unknown = report(.noGPSD, detail: "connection refused")
        unknown.age = nil
        #expect(
            text(unknown)
                == "2026-01-01T00:07:02.311Z  no-gpsd  connection refused  last known at an unknown time:  \(place)")
        #expect(text(report(.starting, position: false)) == "2026-01-01T00:07:02.311Z  starting")
    }

    @Test("only a change makes another line")
    func changes() {
        var later = report(.stale)
        later.age = .seconds(11)
        later.sequence += 1
        #expect(DemoLine(later) == DemoLine(report(.stale)))
        #expect(DemoLine(report(.noFix)) != DemoLine(report(.stale)))
        later.received = Self.now
        #expect(DemoLine(later) != DemoLine(report(.stale)))
    }

    @Test("a line has no control characters")
    func printable() {
        let line = text(report(.noGPSD, detail: "\u{1B}[2J\n\u{9B}31m"))
        #expect(line.contains("\u{FFFD}[2J\u{FFFD}\u{FFFD}31m"))
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
