/// A satellite that a receiver has in view.
public struct Satellite: Hashable, Sendable {
    /// Whose it is.
    public var constellation: Constellation
    /// Its number within the constellation, as the receiver has it.
    public var number: Int
    /// Degrees above the horizon, -90 to 90; nil when not said.
    public var elevation: Double?
    /// Degrees from true north, 0 to 360; nil when not said.
    public var azimuth: Double?
    /// Strength of its signal, the ratio of carrier to noise in dBHz; nil when not said.
    public var signal: Double?
    /// Whether it takes part in the fix.
    public var isUsed: Bool

    /// Makes a satellite from what is known of it.
    public init(
        constellation: Constellation, number: Int, elevation: Double? = nil, azimuth: Double? = nil,
        signal: Double? = nil, isUsed: Bool = false
    ) {
        self.constellation = constellation
        self.number = number
        self.elevation = elevation
        self.azimuth = azimuth
        self.signal = signal
        self.isUsed = isUsed
    }
}
