import Location

/// A state in words.
struct StateText {
    /// One or two words.
    let label: String
    /// A line that stands alone.
    let headline: String

    /// For a page without a position that no daemon stands behind.
    static let stopped = StateText(label: "Not running", headline: "whereismyd does not run")

    private init(label: String, headline: String) {
        self.label = label
        self.headline = headline
    }

    init(_ state: TrackingState) {
        switch state {
        case .live: (label, headline) = ("Live", "Here, now")
        case .stale: (label, headline) = ("Stale", "Last known position")
        case .starting: (label, headline) = ("Starting", "Waiting for a first answer")
        case .noGPSD: (label, headline) = ("No gpsd", "gpsd cannot be reached")
        case .noReceiver: (label, headline) = ("No receiver", "gpsd has no receiver")
        case .noFix: (label, headline) = ("No fix", "The receiver has no position")
        }
    }
}
