import Basics
import Location
import Tracks

/// What has come of the import of a file, as one line.
struct ImportTally {
    /// Nil where the format could not be told.
    let format: TrackFormat?
    let harvest: TrackHarvest
    /// How many points are in the history now that were not there before.
    let added: Int

    /// Whether there may be good points in it that were not read.
    var isBroken: Bool { harvest.fault != nil || harvest.skipped.keys.contains(where: \.isLoss) }

    /// What was read, added and skipped and why, and where the file broke.
    var words: String {
        guard let format else { return harvest.fault?.words ?? "nothing read" }
        let known = harvest.count - added
        var text = "\(format.rawValue), \(harvest.count) points read, \(added) added"
        if known > 0 { text += ", \(known) not new" }
        if !harvest.skipped.isEmpty { text += "; skipped: \(skipped)" }
        if let fault = harvest.fault { text += "; broken at \(fault), what stands before it is kept" }
        return PrintableText.text(text)
    }

    /// The commonest reason first, and where the first of all is.
    private var skipped: String {
        let sorted = harvest.skipped.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let reasons = sorted.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return reasons + (harvest.problems.first.map { " (the first at line \($0.line))" } ?? "")
    }
}
