import Basics
import GPSD
import Location
import TestSupport
import Testing

@testable import Tracking

struct RecordedTimeTests {
    @Test(
        "a recording is its own clock: no time is rejected or changed",
        arguments: SharedMaterial.recordings() + GPSDSource.recordings())
    func accepted(path: String) throws {
        var receivers: [String: TimeValidator] = [:]
        try Recording(path: path).run { events, now in
            for case .fix(let fix) in events {
                let verdict = receivers[fix.device, default: TimeValidator()]
                    .validate(fix.timestamp, at: now, isClockSynchronised: true)
                #expect(verdict == .accepted, "\(fix)")
            }
            return nil
        }
    }
}
