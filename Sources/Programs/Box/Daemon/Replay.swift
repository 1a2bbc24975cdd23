import Basics
import Configuration
import GPSD
import Linux
import Location
import Pages
import Tracking
import Wire

/// Runs recordings through the daemon's own decoder and tracker and prints a line for each epoch.
struct Replay {
    let settings: Settings
    let format: ReplayFormat

    /// Replays each recording with a new tracker.
    ///
    /// - Throws: ``SystemError`` if a file cannot be read or the output is closed; ``ReplayError`` if a file is
    ///   no recording.
    func run(_ files: [String]) throws {
        for file in files {
            guard try play(Recording(path: file)) > 0 else { throw ReplayError(path: file) }
        }
    }

    /// Replays one recording and returns the number of epochs.
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
                record.treatment = decision.treatment
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

/// The lines of a replay, buffered to save writes.
struct ReplayOutput {
    private static let bufferSize = 65_536

    private let format: ReplayFormat
    private var bytes: [UInt8] = []
    private var failure: SystemError?

    init(format: ReplayFormat) {
        self.format = format
    }

    mutating func add(_ record: VerdictRecord, report: Report) {
        guard failure == nil else { return }
        switch format {
        case .json: bytes += EpochJSON.encode(record, report: report)
        case .text: bytes += Array(VerdictText.line(record, state: report.state).utf8)
        case .explain:
            let lines = [VerdictText.line(record, state: report.state)] + VerdictText.reasons(record)
            bytes += Array((lines + Self.shown(report)).joined(separator: "\n    ").utf8)
        }
        bytes.append(0x0A)
        if bytes.count >= Self.bufferSize { flush() }
    }

    /// Writes the rest.
    mutating func finish() throws(SystemError) {
        flush()
        if let failure { throw failure }
    }

    private mutating func flush() {
        do throws(SystemError) {
            try StandardStream.output.write(bytes)
        } catch {
            failure = failure ?? error
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// The resulting position; empty if none is known.
    private static func shown(_ report: Report) -> [String] {
        guard let fix = report.fix, let place = fix.coordinate else { return [] }
        let pair = [place.latitude, place.longitude].map { FixedDecimalText.text($0, decimals: 7) }.joined(
            separator: ", ")
        let radius = fix.horizontalAccuracy.map { AccuracyText.text($0.radius) } ?? "accuracy unknown"
        let motion = report.motion.map { "\($0.rawValue)" }
        let way = report.odometer.map { "\(FixedDecimalText.text($0, decimals: 1)) m travelled" }
        return [(["shown: \(pair)", radius] + [motion, way].compactMap { $0 }).joined(separator: ", ")]
    }
}

/// A file without anything to replay.
struct ReplayError: Error, Hashable, CustomStringConvertible {
    let path: String

    /// One line: the path, what is wrong and the fix.
    var description: String { "\(path): no gpsd fix (TPV) found; fix: record with gpspipe -w" }
}
