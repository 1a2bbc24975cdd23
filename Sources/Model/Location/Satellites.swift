/// What a receiver sees of the sky in one epoch.
public struct Satellites: Hashable, Sendable {
    /// Satellites that take part in the fix; nil when not said.
    public var used: Int?
    /// Satellites in view; nil when not said.
    public var visible: Int?
    /// Horizontal dilution of precision, without unit; nil when not said.
    public var hdop: Double?

    /// Those in view, each by itself; empty when not said.
    public var inView: [Satellite]

    /// Makes a view of the sky from what is known of it.
    public init(used: Int? = nil, visible: Int? = nil, hdop: Double? = nil, inView: [Satellite] = []) {
        self.used = used
        self.visible = visible
        self.hdop = hdop
        self.inView = inView
    }

    /// The same without each by itself: what is worth a report of its own when it changes.
    public var summary: Satellites { Satellites(used: used, visible: visible, hdop: hdop) }
}
