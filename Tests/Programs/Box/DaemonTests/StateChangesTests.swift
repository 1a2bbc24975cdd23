import Basics
import Location
import Testing

@testable import Daemon

struct StateChangesTests {
    private func report(_ state: TrackingState, detail: String? = nil) -> Report {
        var report = Report(state: state, since: Timestamp(milliseconds: 0))
        report.detail = detail
        return report
    }

    @Test("a change of state or reason is logged once, without coordinates")
    func once() {
        var stateChanges = StateChanges()
        var live = report(.live)
        live.fix = Fix(device: "/dev/a", mode: .threeDimensional)
        live.fix?.coordinate = Coordinate(latitude: 52.123456, longitude: 13.123456)
        live.fix?.horizontalAccuracy = HorizontalAccuracy(radius: 4.2, origin: .receiver)
        live.satellites = Satellites(used: 8)
        #expect(stateChanges.line(for: report(.noGPSD, detail: "refused"), at: .zero) == "no-gpsd: refused")
        #expect(stateChanges.line(for: report(.noGPSD, detail: "refused"), at: .zero) == nil)
        #expect(stateChanges.line(for: live, at: .zero) == "live, 3D fix, ±5 m, 8 satellites")
    }

    @Test("coordinates are logged only for a current position, to the decimetre")
    func positions() {
        var stateChanges = StateChanges()
        stateChanges.showsPositions = true
        var live = report(.live)
        live.fix = Fix(device: "/dev/a", mode: .twoDimensional)
        live.fix?.coordinate = Coordinate(latitude: 52.123456789, longitude: -13.5)
        var stale = live
        stale.state = .stale
        #expect(stateChanges.line(for: live, at: .zero) == "live, 2D fix, at 52.123457, -13.500000")
        #expect(stateChanges.line(for: stale, at: .zero) == "stale")
    }

    @Test("a flickering receiver does not fill the journal, and omitted changes are counted")
    func flicker() {
        var stateChanges = StateChanges()
        var lines: [String] = []
        for tenth in 0..<3000 {
            let state: TrackingState = tenth.isMultiple(of: 2) ? .live : .noFix
            if let line = stateChanges.line(for: report(state), at: .milliseconds(tenth * 100)) { lines.append(line) }
        }
        #expect(lines.count <= 12)
        #expect(lines.last?.contains("unlogged changes") == true)
    }

    @Test("one omitted change counts once")
    func single() {
        var stateChanges = StateChanges()
        let states = (0..<7).map { $0.isMultiple(of: 2) ? TrackingState.live : .noFix }
        for state in states { _ = stateChanges.line(for: report(state), at: .zero) }
        #expect(stateChanges.line(for: report(.stale), at: .seconds(60)) == "stale, after 1 unlogged change")
    }

    @Test("an omitted last state is logged once there is room")
    func lastWord() {
        var stateChanges = StateChanges()
        let states = (0..<7).map { $0.isMultiple(of: 2) ? TrackingState.live : .noFix }
        let loggedLines = states.compactMap { stateChanges.line(for: report($0), at: .zero) }
        #expect(loggedLines.count == 6 && loggedLines.last == "no-fix")
        #expect(stateChanges.line(for: report(.live), at: .seconds(30)) == nil)
        #expect(stateChanges.line(for: report(.live), at: .seconds(60)) == "live")
        #expect(stateChanges.line(for: report(.live), at: .seconds(120)) == nil)
    }

    @Test("rare changes are all logged")
    func calm() {
        var stateChanges = StateChanges()
        let loggedLines = (0..<50).filter { hour in
            stateChanges.line(for: report(hour.isMultiple(of: 2) ? .live : .stale), at: .seconds(hour * 3600)) != nil
        }
        #expect(loggedLines.count == 50)
    }

    @Test("control characters in a device name are removed")
    func hostile() {
        var stateChanges = StateChanges()
        let line = stateChanges.line(for: report(.noReceiver, detail: "gpsd does not have \u{1B}[2J\nlive"), at: .zero)
        #expect(line?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    }
}
