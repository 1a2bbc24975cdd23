public import Basics
public import Privacy

extension PublicView {
    /// Creates the view of a share at a moment.
    ///
    /// - Parameters:
    ///   - share: the share, which is active.
    ///   - zones: the hidden zones; none by default.
    ///   - now: the time of day; a view with a delay ends that much earlier and must be recreated as time passes.
    public init(_ share: some ShareTerms, zones: PrivacyZones = PrivacyZones(), at now: Timestamp) {
        self.init(
            zones: zones, precision: share.precision, trackStart: share.trackStart, reportStart: share.since,
            end: share.delay > .zero ? Timestamp(milliseconds: now.milliseconds - share.delay.milliseconds) : nil)
    }
}
