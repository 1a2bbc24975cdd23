import Basics
import Location
import Testing

@testable import Tracking

/// A receiver whose time is never trusted, on a machine with an unsynchronised clock; its positions are good.
struct TimeRejectionTests {
    /// 1980-01-06, the epoch of GPS.
    private static let gps = Timestamp(milliseconds: 315_964_800_000)

    /// Times that are never trusted.
    enum Nonsense: CaseIterable {
        case standingStill, countingFromItsStart, jumping, unixStart, twoYearsByTurns

        func time(_ second: Int) -> Timestamp {
            switch self {
            case .standingStill: gps
            case .countingFromItsStart: gps + .seconds(second)
            case .jumping: TimeJourney.start + .seconds((second * 7919 % 13 - 6) * 86_400)
            case .unixStart: Timestamp(milliseconds: 0) + .seconds(second)
            case .twoYearsByTurns: gps + .seconds(second + (second % 2) * 31_536_000)
            }
        }
    }

    @Test(
        "is rejected for ten seconds and then consistently has the time of reception",
        arguments: Nonsense.allCases, [1, 5])
    func reception(nonsense: Nonsense, pause: Int) {
        var journey = TimeJourney(isSynchronised: false, clock: -TimeJourney.year * 50)
        for second in stride(from: 0, through: 120, by: pause) {
            journey.receive(reporting: nonsense.time(second), at: Double(second))
        }
        #expect(journey.rejections == 10 / pause)
        #expect(Set(journey.names.dropFirst(10 / pause)) == ["replaced"])
        #expect(journey.shown.allSatisfy { $0.source == .reception && $0.off == -TimeJourney.year * 50 })
    }

    @Test("is trusted as soon as its time is confirmed, and retains it", arguments: Nonsense.allCases)
    func trusted(nonsense: Nonsense) {
        var journey = TimeJourney(isSynchronised: false, clock: -40_000)
        for second in 0..<30 { journey.receive(reporting: nonsense.time(second), at: Double(second)) }
        for second in 30..<60 { journey.receive(Double(second)) }
        #expect(
            Array(journey.names.suffix(30)) == ["replaced", "replaced"] + [String](repeating: "accepted", count: 28))
        #expect(journey.shown.last?.source == .receiver)
        #expect(journey.stepsBack.isEmpty)
    }

    @Test("is trusted with the third epoch even if each epoch is repeated")
    func twice() {
        var journey = TimeJourney(isSynchronised: false, clock: -86_400)
        for second in 0..<5 {
            journey.receive(Double(second))
            journey.receive(Double(second), at: Double(second) + 0.2)
        }
        #expect(
            journey.names == [String](repeating: "unconfirmed", count: 4) + [String](repeating: "accepted", count: 6))
    }

    @Test("is current afterwards and states the origin of its time")
    func shown() {
        let start = Moment(uptime: .zero, wallClock: Timestamp(milliseconds: 0))
        var controller = LocationController(settings: TrackingSettings(), at: start)
        controller.isClockSynchronised = false
        var fix = Fix(device: "a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 52, longitude: 13)
        fix.timestamp = Self.gps
        var states: [TrackingState] = []
        var last = start
        for second in 0..<15 {
            last = Moment(uptime: .seconds(second), wallClock: start.wallClock + .seconds(second))
            fix.coordinate = Coordinate(latitude: 52 + Double(second) * 1e-7, longitude: 13)
            _ = controller.handle(.fix(fix), at: last)
            states.append(controller.report(at: last).state)
        }
        #expect(states == [TrackingState](repeating: .noFix, count: 10) + [TrackingState](repeating: .live, count: 5))
        #expect(controller.report(at: last).fix?.timestamp == last.wallClock)
        #expect(controller.report(at: last).fix?.timeSource == .reception)
    }

    @Test("is still shown while NTP synchronisation comes and goes", arguments: Nonsense.allCases)
    func comesAndGoes(nonsense: Nonsense) {
        var journey = TimeJourney(isSynchronised: true)
        for second in 0..<90 {
            journey.isSynchronised = !(30..<60).contains(second)
            journey.receive(reporting: nonsense.time(second), at: Double(second))
        }
        #expect(Set(journey.names) == ["replaced"])
    }
}
