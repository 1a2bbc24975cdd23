public import Basics
public import Location

/// The way between two stays, or from the first point or to the last.
public struct Trip: Hashable, Sendable {
    /// Where it began.
    public let start: Coordinate
    /// Where it ended.
    public let end: Coordinate
    /// When it left the stay before.
    public let from: Timestamp
    /// When it came to the next one.
    public let to: Timestamp
    /// Metres along its points; of a gap nothing is counted.
    public let distance: Double
}
