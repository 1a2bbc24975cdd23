/// What the daemon has counted since it started.
public struct Counts: Hashable, Sendable {
    /// Epochs that were accepted.
    public var accepted: UInt64 = 0
    /// Epochs that said what the one before had said.
    public var duplicates: UInt64 = 0
    /// Epochs that were rejected, by the reason in one word.
    public var rejected: [String: UInt64] = [:]
    /// Connections to gpsd that were made.
    public var connections: UInt64 = 0
    /// Writes that failed, by what could not be written.
    public var writeErrors: [String: UInt64] = [:]

    /// Nothing has been counted yet.
    public init() {}
}
