import GPSD
import Location
import TestSupport
import Testing

@testable import Tracking

/// gpsd's own recordings of its fault, from its source.
@Suite(.enabled(if: GPSDSource.isPresent, "WHEREISMY_GPSD_SOURCE is not set"))
struct FrozenRecordingTests {
    @Test(
        "a recording with a frozen position yields a position per epoch and the fault",
        arguments: [("navisys-gr701w", 60), ("ublox-neo-m8t", 39)])
    func frozen(name: String, places: Int) throws {
        var frozen = FrozenPositionDetector()
        var before: Set<Coordinate> = []
        var after: Set<Coordinate> = []
        try Recording(path: GPSDSource.recording(name)).run { events, _ in
            for case .fix(let fix) in events {
                if let place = fix.coordinate { before.insert(place) }
                if let place = frozen.repair(fix).coordinate { after.insert(place) }
            }
            return nil
        }
        #expect(before.count == 1)
        #expect(after.count == places)
        #expect(frozen.fault == .frozen)
    }

    @Test("no other recording is repaired", arguments: GPSDSource.recordings())
    func healthy(path: String) throws {
        guard !["navisys-gr701w", "ublox-neo-m8t."].contains(where: path.contains) else { return }
        var receivers: [String: FrozenPositionDetector] = [:]
        try Recording(path: path).run { events, _ in
            for case .fix(let fix) in events {
                #expect(receivers[fix.device, default: FrozenPositionDetector()].repair(fix) == fix)
            }
            return nil
        }
    }
}
