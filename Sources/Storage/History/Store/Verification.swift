/// What a check of a history has found.
public struct Verification: Hashable, Sendable {
    /// How many points were read and are good.
    public var fixes = 0
    /// How many things that happened at places were read and are good.
    public var placeEvents = 0
    /// How many segments were looked at.
    public var segments = 0
    /// Segments that cannot be read, or are not what they say they are.
    public var damaged: [DamagedSegment] = []
    /// What is wrong with the file or with something other than a segment, one line each.
    public var issues: [String] = []

    /// Whether nothing is wrong.
    public var isGood: Bool { damaged.isEmpty && issues.isEmpty }
}
