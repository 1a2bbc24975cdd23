import Basics
import GPSD
import Location
import TestSupport
import Testing

@testable import Tracking

struct RecordedTimeTests {
    /// The recordings whose time goes back, or ahead by more than ten minutes, which must be confirmed first.
    private static let stepping = [
        "bt451.", "bu303-nofix.", "garmin17n.", "nl2008u.", "nmea-fuzzy-cases.", "nmea-rtk.",
        "trimble-lassen_iq-playacar.", "trimble-lasseniq-bin2d.", "ublox-lea-5h.",
    ]

    @Test(
        "a recording is its own clock: no time is rejected or changed, apart from steps",
        arguments: SharedMaterial.recordings() + GPSDSource.recordings())
    func accepted(path: String) throws {
        var receivers: [String: TimeValidator] = [:]
        let steps = Self.stepping.contains { path.contains("/" + $0) }
        try Recording(path: path).run { events, now in
            for case .fix(let fix) in events {
                // A missing time is replaced: what it is replaced by, the clock of the recording, is the question here.
                guard fix.timestamp != nil else { continue }
                let verdict = receivers[fix.device, default: TimeValidator()]
                    .validate(fix.timestamp, at: now, isClockSynchronised: true)
                #expect(verdict == .accepted || steps, "\(fix)")
            }
            return nil
        }
    }
}
