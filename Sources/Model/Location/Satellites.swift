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

/// Whose satellites they are.
public enum Constellation: String, CaseIterable, Sendable {
    /// That of the United States.
    case gps
    /// Satellites that tell corrections, such as EGNOS and WAAS.
    case sbas
    /// That of the European Union.
    case galileo
    /// That of China.
    case beidou
    /// That of Japan.
    case qzss
    /// That of Russia.
    case glonass
    /// That of India.
    case navic
    /// The receiver has not said whose.
    case unknown
}
