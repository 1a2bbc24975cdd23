import Basics
import Configuration
import GPSD
import Linux
import Location
import Tracking
import Wire

/// Runs recordings through the daemon's own reading and tracking, and prints a line an epoch.
struct Replay {
    let settings: Settings
    let format: ReplayFormat

    /// Plays each recording from a fresh start.
    ///
    /// - Throws: ``SystemError`` where a file cannot be read, or nobody reads the lines any more;
    ///   ``ReplayError`` where one is no recording.
    func run(_ files: [String]) throws {
        for file in files {
            guard try play(Recording(path: file)) > 0 else { throw ReplayError(path: file) }
        }
    }

    /// Plays one; answers how many epochs it has.
    private func play(_ recording: Recording) throws(SystemError) -> Int {
        let tracking = TrackingSettings(settings)
        let start = Moment(uptime: .zero, wallClock: Timestamp(milliseconds: 0))
        var controller = LocationController(settings: tracking, at: start)
        var output = ReplayOutput(format: format)
        var epochs = 0
        try recording.run { events, moment in
            _ = controller.advance(to: moment)
            for event in events {
                let decision = controller.handle(event, at: moment)
                guard case .fix(let raw) = event else { continue }
                epochs += 1
                guard let verdict = decision.verdict else { continue }
                var record = VerdictRecord(verdict, raw: raw)
                record.correction = decision.correction
                record.reinstatedCount = decision.reinstated.count
                output.add(record, report: controller.report(at: moment))
            }
            return controller.deadline
        }
        try output.finish()
        return epochs
    }
}
