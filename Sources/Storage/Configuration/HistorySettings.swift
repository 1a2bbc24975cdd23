import Basics
public import Location

/// What the configuration says about the history.
public struct HistorySettings: Hashable, Sendable {
    /// Which fixes are recorded.
    public enum Record: String, CaseIterable, Sendable {
        /// While the machine stands, one a minute; every fix while it moves or that is not known.
        case thinned
        /// Every fix.
        case all
    }

    /// Whether there is one at all.
    public var isEnabled = true
    /// How long a fix may wait to be written; 0 writes each at once.
    public var commitInterval: Duration = .seconds(10)
    /// Which fixes are recorded.
    public var record = Record.thinned
    /// How long they are kept; nil for ever.
    public var keep: Duration?
    /// How old ones are thinned, by rising age; none where every recorded fix is kept.
    public var thinning: [ThinningRule] = []

    /// The built-in defaults.
    public init() {}

    /// A rule that would keep more of what is older; nil where there is none.
    var thinningIssue: String? {
        for (younger, older) in zip(thinning, thinning.dropFirst())
        where older.movingInterval < younger.movingInterval || older.stationaryInterval < younger.stationaryInterval {
            return "\(older.setting) would keep more than \(younger.setting), but what is gone does not come back"
        }
        return nil
    }
}
