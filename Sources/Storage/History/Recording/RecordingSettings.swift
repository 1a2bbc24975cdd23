/// What of the fixes is recorded, and how soon it is on the disk.
public struct RecordingSettings: Hashable, Sendable {
    /// Which fixes are recorded.
    public enum Extent: String, CaseIterable, Sendable {
        /// While the machine stands, one a minute unless it moves; every fix while it moves or that is not known.
        case thinned
        /// Every fix.
        case all
    }

    /// How long a fix may wait to be written: what a power cut costs.
    ///
    /// 0 writes each at once.
    public var commitInterval: Duration
    /// Which fixes are recorded.
    public var extent: Extent
    /// What becomes of them as they grow old.
    public var retention: Retention

    /// Makes settings; without arguments those of a daemon nobody has configured.
    public init(
        commitInterval: Duration = .seconds(10), extent: Extent = .thinned, retention: Retention = .unlimited
    ) {
        self.commitInterval = commitInterval
        self.extent = extent
        self.retention = retention
    }
}
