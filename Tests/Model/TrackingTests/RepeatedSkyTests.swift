import Basics
import Location
import TestSupport
import Testing

@testable import Tracking

struct RepeatedSkyTests {
    private let clock = ManualClock()

    private func sky(_ strength: (Int) -> Double) -> Satellites {
        Satellites(
            inView: (0..<9).map { index in
                Satellite(constellation: .gps, number: index + 1, signal: strength(index), isUsed: true)
            })
    }

    @Test("a list of satellites of one strength is doubtful, even if each repeats the one before")
    func sameStrength() {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        for second in 0..<200 {
            let moment = clock.advance(by: .seconds(1))
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.coordinate = Coordinate(latitude: 52 + Double(second % 7) * 1e-6, longitude: 13)
            fix.timestamp = moment.wallClock
            (fix.speed, fix.course) = (Double(second % 5) / 100, 0)
            _ = controller.handle(.fix(fix), at: moment)
            let list = second < 180 ? sky { 30 + 2 * Double($0) + Double(second % 3) } : sky { _ in 45 }
            _ = controller.handle(.satellites(list, device: "/dev/a"), at: moment)
        }
        #expect(controller.report(at: clock.now).integrity.reasons.map(\.code) == [.sameStrength])
    }
}
