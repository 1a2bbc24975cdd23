import Basics
import Tracks

/// The result of importing a track, as one line.
struct ImportCounts {
    /// Nil if the format was not recognised.
    let format: TrackFormat?
    let track: ParsedTrack
    /// The points that were added, or would be.
    var loaded = LoadedPoints()
    /// Why the rest could not be read; nil at the end of the track.
    var interruption: String?

    /// The points whose dates may be wrong.
    var dates: DateDoubts?
    /// The points that may be of two receivers.
    var interleaved: InterleavedTracks?

    /// True if the file may contain valid points that were not read.
    var isIncomplete: Bool {
        interruption != nil || track.error != nil || track.skipped.keys.contains(where: \.isLoss)
    }

    /// True for a file in no known format, also if it seemed to be in one.
    var isUnknown: Bool {
        interruption == nil && (format == nil || track.error?.reason == TrackFormat.unknownFormat)
    }

    /// The counts read, added, skipped and left out, the reasons, and the position of the first error.
    var text: String {
        guard let format, !isUnknown else { return interruption ?? track.error?.reason ?? "nothing read" }
        let known = track.count - loaded.added
        let addition = loaded.preview == nil ? "added" : "new"
        var text = "\(format.rawValue), \(track.count) points read, \(loaded.added) \(addition)"
        if known > 0 { text += ", \(known) not new" }
        if let preview = loaded.preview?.text { text += ", \(preview)" }
        if !track.assumed.isEmpty { text += "; assumed: \(Self.list(track.assumed))" }
        let identified = SourceSeparation.list(track.identified)
        if !identified.isEmpty { text += "; of other receivers, by their identifiers: \(identified)" }
        if !track.skipped.isEmpty { text += "; skipped: \(skipped)" }
        let outliers = loaded.outliers.count
        if outliers > 0 { text += "; left out of all figures: \(outliers) (no vehicle can have gone there)" }
        if loaded.outliers.jumps > 0 { text += "; jumps that no vehicle can make: \(loaded.outliers.jumps)" }
        let fault = interruption.map { "broken off: \($0)" } ?? track.error.map { "broken at \($0)" }
        if let fault { text += "; \(fault), points before it are \(loaded.preview == nil ? "imported" : "counted")" }
        return PrintableText.sanitized(text)
    }

    /// Returns what the user may want to import in another way, and how; `hasDate` if the day of files without a date
    /// is known.
    func doubts(isDryRun: Bool, hasDate: Bool) -> [String] {
        let isRecording = format == .nmea || format == .gpsd
        var lines = dates?.warnings(isDryRun: isDryRun, isRecording: isRecording) ?? []
        if let warning = interleaved?.warning { lines.append(warning) }
        if track.skipped[.unknownOrder] != nil, let date = track.undecidedDate {
            lines.append("\(date.debugDescription): day or month first is not known; fix: write dates as YYYY-MM-DD")
        }
        if track.zoneless > 0 {
            let subject = track.zoneless == 1 ? "1 point has" : "\(track.zoneless) points have"
            lines.append("\(subject) a time without a zone, read as UTC")
        }
        guard format == .nmea, !hasDate, track.count == 0, track.skipped[.noTime] != nil else { return lines }
        return lines + ["the sentences have no date; fix: --date YYYY-MM-DD, the day (UTC) of the first one"]
    }

    /// The reasons, and the line of the first skipped point.
    private var skipped: String {
        // A report is skipped once the lines behind it have been read.
        let first = track.issues.map(\.line).min()
        return Self.list(track.skipped) + (first.map { ", the first at line \($0)" } ?? "")
    }

    /// Returns counts with what they count, the most frequent first.
    private static func list(_ counts: [some RawRepresentable<String> & Hashable: Int]) -> String {
        let sorted = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        return sorted.map { "\($0.value) (\($0.key.rawValue))" }.joined(separator: ", ")
    }
}
