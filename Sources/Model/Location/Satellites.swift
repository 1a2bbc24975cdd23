/// The satellites seen by a receiver in one epoch.
public struct Satellites: Hashable, Sendable {
    /// The number of satellites used in the fix; nil if not reported.
    public var used: Int?
    /// The number of satellites in view; nil if not reported.
    public var visible: Int?
    /// The horizontal dilution of precision, without unit; nil if not reported.
    public var hdop: Double?

    /// The satellites in view; empty if not reported.
    public var inView: [Satellite]

    /// Creates a sky view.
    public init(used: Int? = nil, visible: Int? = nil, hdop: Double? = nil, inView: [Satellite] = []) {
        self.used = used
        self.visible = visible
        self.hdop = hdop
        self.inView = inView
    }

    /// The sky view without individual satellites: the part whose change is worth a report.
    public var summary: Satellites { Satellites(used: used, visible: visible, hdop: hdop) }
}

/// A satellite in view of a receiver.
public struct Satellite: Hashable, Sendable {
    /// The navigation system.
    public var constellation: Constellation
    /// The number within the constellation, as the receiver reports it.
    public var number: Int
    /// Degrees above the horizon, -90 to 90; nil if not reported.
    public var elevation: Double?
    /// Degrees from true north, 0 to 360; nil if not reported.
    public var azimuth: Double?
    /// The carrier-to-noise density in dBHz; nil if not reported.
    public var signal: Double?
    /// True if the satellite is used in the fix.
    public var isUsed: Bool

    /// Creates a satellite.
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

/// A satellite navigation system.
public enum Constellation: String, CaseIterable, Sendable {
    /// United States.
    case gps
    /// Augmentation satellites that send corrections, such as EGNOS and WAAS.
    case sbas
    /// European Union.
    case galileo
    /// China.
    case beidou
    /// Japan.
    case qzss
    /// Russia.
    case glonass
    /// India.
    case navic
    /// Not reported by the receiver.
    case unknown
}
