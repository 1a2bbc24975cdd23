import Basics
import Location
import TestSupport
import Testing
import Tracking

/// Which of several receivers is used, when one is removed or loses its position.
struct ReceiverSelectionTests {
    private static let (first, second) = ("/dev/ttyACM0", "/dev/ttyUSB0")
    private let clock = ManualClock()

    private func event(_ device: String, _ mode: FixMode = .threeDimensional, radius: Double = 3) -> ReceiverEvent {
        var fix = Fix(device: device, mode: mode)
        fix.timestamp = clock.now.wallClock
        guard mode.hasPosition else { return .fix(fix) }
        fix.coordinate = Coordinate(latitude: 52, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .receiver)
        return .fix(fix)
    }

    /// Returns a controller that has used the first receiver for longer than another one may be selected for its quality.
    private func controller(_ settings: TrackingSettings = TrackingSettings()) -> LocationController {
        var controller = LocationController(settings: settings, at: clock.now)
        _ = controller.handle(.receivers([Self.first, Self.second]), at: clock.now)
        for _ in 0..<15 {
            _ = controller.handle(event(Self.first), at: clock.advance(by: .seconds(1)))
            _ = controller.handle(event(Self.second, radius: 8), at: clock.now)
        }
        return controller
    }

    /// Feeds both receivers for some seconds, the first one without a position; returns the states and devices shown.
    private func lose(
        _ mode: FixMode, for seconds: Int, in controller: inout LocationController
    ) -> [(state: TrackingState, device: String?)] {
        (0..<seconds).map { _ in
            var lost = Fix(device: Self.first, mode: mode)
            lost.timestamp = clock.now.wallClock
            _ = controller.handle(.fix(lost), at: clock.advance(by: .seconds(1)))
            _ = controller.handle(event(Self.second, radius: 8), at: clock.now)
            let report = controller.report(at: clock.now)
            return (report.state, report.fix?.device)
        }
    }

    @Test("a receiver that gpsd has removed yields at once to another one, also under another name")
    func removed() {
        for name in [Self.second, "/dev/ttyACM1", Self.first] {
            var controller = controller()
            _ = controller.handle(.receivers(name == Self.second ? [Self.second] : []), at: clock.now)
            _ = controller.handle(.receivers([name]), at: clock.advance(by: .seconds(1)))
            _ = controller.handle(event(name, radius: 9), at: clock.now)
            let report = controller.report(at: clock.now)
            #expect(report.fix?.device == name && report.state == .live)
        }
    }

    @Test("a configured receiver that was removed is waited for")
    func configured() {
        var controller = controller(TrackingSettings(device: Self.first))
        _ = controller.handle(.receivers([Self.second]), at: clock.now)
        let verdict = controller.handle(event(Self.second), at: clock.advance(by: .seconds(1))).verdict
        #expect(verdict == .rejected(.otherDevice(inUse: Self.first)))
    }

    @Test("a receiver without a position yields within two seconds", arguments: [FixMode.none, .twoDimensional])
    func lost(mode: FixMode) {
        var controller = controller()
        let shown = lose(mode, for: 5, in: &controller)
        #expect(shown.dropFirst().allSatisfy { $0.state == .live && $0.device == Self.second })
        #expect(shown.count { $0.state == .noFix } <= 1)
    }

    @Test("one empty epoch does not change the receiver, and one whose position comes and goes is left")
    func unsteady() {
        var controller = controller()
        _ = lose(.none, for: 1, in: &controller)
        _ = controller.handle(event(Self.first), at: clock.advance(by: .seconds(1)))
        #expect(controller.report(at: clock.now).fix?.device == Self.first)
        _ = lose(.none, for: 3, in: &controller)
        for _ in 0..<5 {
            _ = controller.handle(event(Self.second, radius: 8), at: clock.advance(by: .seconds(1)))
            let verdict = controller.handle(event(Self.first), at: clock.now).verdict
            #expect(verdict == .rejected(.otherDevice(inUse: Self.second)))
        }
    }

    /// Feeds both receivers for some seconds at 11 m/s to the north; returns the report of each second.
    ///
    /// From `failure` seconds on, the first one, or both, send what `change` makes of their fixes.
    private func drive(
        _ seconds: Int, failure: Int, both: Bool = false, change: (inout Fix) -> Void
    ) -> [Report] {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        _ = controller.handle(.receivers([Self.first, Self.second]), at: clock.now)
        return (0..<seconds).map { second in
            let moment = clock.advance(by: .seconds(1))
            for device in [Self.first, Self.second] {
                var fix = Fix(device: device, mode: .threeDimensional)
                fix.timestamp = moment.wallClock
                fix.coordinate = Coordinate(latitude: 52 + Double(second) * 1e-4, longitude: 13)
                fix.horizontalAccuracy = HorizontalAccuracy(radius: device == Self.first ? 3 : 8, origin: .receiver)
                (fix.speed, fix.course) = (11.12, 0)
                if both || device == Self.first, second >= failure { change(&fix) }
                _ = controller.handle(.fix(fix), at: moment)
            }
            return controller.report(at: moment)
        }
    }

    @Test("a receiver that repeats its last epoch, or its position in motion, yields to another one when that is stale")
    func hung() {
        let place = Coordinate(latitude: 52.001, longitude: 13), start = clock.now.wallClock
        for keepsTime in [true, false] {
            let reports = drive(60, failure: 10) { fix in
                fix.coordinate = place
                if keepsTime { fix.timestamp = start + .seconds(10) }
            }
            #expect(reports[15].fix?.device == Self.first && reports[15].state == .live)
            #expect(reports[25...].allSatisfy { $0.fix?.device == Self.second && $0.state == .live })
        }
    }

    @Test("of two receivers that both hang, none becomes live again with its old epoch")
    func bothHung() {
        var controller = controller()
        let old = [event(Self.first), event(Self.second, radius: 8)]
        for event in old { _ = controller.handle(event, at: clock.now) }
        let states = (0..<150).map { _ in
            let moment = clock.advance(by: .seconds(1))
            for event in old { _ = controller.handle(event, at: moment) }
            return controller.report(at: moment).state
        }
        #expect(states.dropFirst(12).allSatisfy { $0 == .stale }, "\(states)")
    }

    @Test("a receiver that hangs is not used again while it does, though another one has lost its position")
    func stillHung() {
        var controller = controller()
        let old = event(Self.first)
        var devices: Set<String?> = []
        for second in 0..<60 {
            let moment = clock.advance(by: .seconds(1))
            _ = controller.handle(old, at: moment)
            let mode: FixMode = (30..<35).contains(second) ? .none : .threeDimensional
            _ = controller.handle(event(Self.second, mode, radius: 8), at: moment)
            if second > 25 { devices.insert(controller.report(at: moment).fix?.device) }
        }
        #expect(devices == [Self.second])
    }

    @Test("two receivers that make the same claim do not take turns while it is contradicted")
    func sameClaim() {
        let reports = drive(200, failure: 90, both: true) { fix in
            fix.coordinate = fix.coordinate.flatMap {
                Coordinate(latitude: $0.latitude + 0.5, longitude: $0.longitude)
            }
        }
        #expect(reports[100...].allSatisfy { $0.state == .contradicted && $0.claim?.device == Self.first })
    }

    @Test("a receiver that confirms a contradicted claim takes over once the one that made it is silent")
    func silentClaim() {
        let end = clock.now.uptime + .seconds(120)
        let reports = drive(200, failure: 90, both: true) { fix in
            fix.coordinate = fix.coordinate.flatMap {
                Coordinate(latitude: $0.latitude + 0.5, longitude: $0.longitude)
            }
            if fix.device == Self.first, clock.now.uptime > end { (fix.mode, fix.coordinate) = (.none, nil) }
        }
        #expect(reports[110].claim?.device == Self.first)
        #expect(reports[150...].allSatisfy { $0.state == .contradicted && $0.claim?.device == Self.second })
    }

    @Test("a receiver that is contradicted yields to another one at the trusted position")
    func contradicted() {
        let reports = drive(200, failure: 90) { fix in
            fix.coordinate = fix.coordinate.flatMap {
                Coordinate(latitude: $0.latitude + 0.5, longitude: $0.longitude)
            }
        }
        #expect(reports[95].state == .contradicted)
        #expect(reports[165...].allSatisfy { $0.fix?.device == Self.second && $0.state == .live })
    }

    @Test("a receiver that never had a position does not hold back one that has")
    func fresh() {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        _ = controller.handle(event(Self.first, .none), at: clock.advance(by: .seconds(1)))
        _ = controller.handle(event(Self.second, .twoDimensional), at: clock.now)
        #expect(controller.report(at: clock.now).fix?.device == Self.second)
    }

    @Test("reports of a source of corrections make no receiver", arguments: ["ntrip://c.example/M", "/dev/pps0"])
    func corrections(path: String) {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        _ = controller.handle(.receivers([]), at: clock.now)
        _ = controller.handle(event(path, .unknown), at: clock.advance(by: .seconds(1)))
        #expect(controller.report(at: clock.now).state == .noReceiver)
    }
}
