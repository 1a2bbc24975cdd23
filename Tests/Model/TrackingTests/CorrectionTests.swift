import Basics
import Location
import TestSupport
import Testing

@testable import Tracking

struct CorrectionTests {
    private let clock = ManualClock()
    private static let rollover: Duration = .seconds(1024 * 604_800)

    /// Returns a fix whose Earth-centred position lies a number of metres north of the reported one.
    private func fix(north: Double = 0, behind: Duration = .zero) throws -> Fix {
        let place = try #require(Coordinate(latitude: 46.367414504, longitude: -116.963682407))
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = place
        fix.ecefPosition = ECEFVector(
            GeodeticPosition(coordinate: place.moved(north: north, east: 0), ellipsoidalAltitude: 100))
        fix.timestamp = clock.now.wallClock + (.zero - behind)
        return fix
    }

    private func decision(_ fix: Fix) -> Decision {
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        return controller.handle(.fix(fix), at: clock.now)
    }

    @Test("a decision on unmodified data has no correction")
    func none() throws {
        #expect(try decision(fix()).verdict == .accepted && decision(fix()).correction == nil)
    }

    @Test("a decision has the distance of the corrected position")
    func position() throws {
        let correction = try #require(decision(try fix(north: 1234.5)).correction)
        #expect(correction.source == .ecef && correction.timeSource == .receiver)
        #expect(abs(try #require(correction.distance) - 1234.5) < 0.1)
    }

    @Test("a decision has the weeks of a shift or the time of reception")
    func time() throws {
        let shifted = try decision(fix(behind: Self.rollover)).correction
        #expect(shifted == Correction(distance: nil, timeSource: .shifted, weeks: 1024))
        #expect(shifted?.source == .receiver)
        let replaced = try decision(fix(behind: .seconds(86_400))).correction
        #expect(replaced == Correction(distance: nil, timeSource: .reception))
    }

    @Test("reports both corrections, also for rejected fixes")
    func both() throws {
        var fix = try fix(north: 500, behind: Self.rollover)
        fix.differential = .simulated
        let decision = decision(fix)
        #expect(decision.verdict?.rejection?.reason == .simulated)
        #expect(decision.correction?.source == .ecef && decision.correction?.weeks == 1024)
    }

    @Test("merging takes correction and verdict of the later decision")
    func union() throws {
        var first = try decision(fix(north: 1234.5))
        first.formUnion(Decision())
        #expect(first.correction != nil)
        first.formUnion(try decision(fix()))
        #expect(first.correction == nil)
    }

    @Test("the log stores the correction beside the raw data")
    func log() throws {
        var log = VerdictLog()
        let given = try fix(behind: Self.rollover)
        let correction = Correction(distance: 1234.5, timeSource: .shifted, weeks: 1024)
        log.record(.accepted, raw: given, correction: correction, at: clock.now)
        let record = try #require(log.entries(at: clock.now.uptime).first?.record(at: clock.now))
        #expect(record.correction == correction)
        #expect(record.raw.timestamp == given.timestamp && record.raw.source == .receiver)
    }
}
