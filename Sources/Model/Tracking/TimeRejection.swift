/// What is wrong with the time of a fix.
public enum TimeRejection: Hashable, Sendable {
    /// It lies that far before the last accepted one.
    case backwards(by: Duration)
    /// It lies that far from a clock nobody keeps, and too few consistent fixes support it yet.
    case unconfirmed(off: Duration)
    /// It cannot be, at that distance from a clock nobody keeps.
    case implausible(off: Duration)
}
