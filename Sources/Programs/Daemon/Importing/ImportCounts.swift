import Basics
import Location
import Tracks

/// What has come of the import of a file, as one line.
struct ImportCounts {
    /// Nil where the format could not be told.
    let format: TrackFormat?
    let track: ParsedTrack
    /// How many points are in the history now that were not there before.
    let added: Int

    /// Whether there may be good points in it that were not read.
    var isIncomplete: Bool { track.error != nil || track.skipped.keys.contains(where: \.isLoss) }

    /// What was read, added and skipped and why, and where the file broke.
    var text: String {
        guard let format else { return track.error?.reason ?? "nothing read" }
        let known = track.count - added
        var text = "\(format.rawValue), \(track.count) points read, \(added) added"
        if known > 0 { text += ", \(known) not new" }
        if !track.skipped.isEmpty { text += "; skipped: \(skipped)" }
        if let fault = track.error { text += "; broken at \(fault), what stands before it is kept" }
        return PrintableText.sanitized(text)
    }

    /// The commonest reason first, and where the first of all is.
    private var skipped: String {
        let sorted = track.skipped.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let reasons = sorted.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return reasons + (track.issues.first.map { " (the first at line \($0.line))" } ?? "")
    }
}
