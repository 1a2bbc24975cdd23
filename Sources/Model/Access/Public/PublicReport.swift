public import Location

/// A report as others see it.
public struct PublicReport: Hashable, Sendable {
    /// What may be told; inside a zone it has no fix.
    public let report: Report
    /// The name of the zone that the machine is in, which is the report's `detail` too; nil outside.
    public let zone: String?
}
