/// How precise a receiver says it is.
public struct Precision: Hashable, Sendable {
    /// Metres, one standard deviation, north and east each.
    public let horizontal: Double
    /// Metres, one standard deviation.
    public let vertical: Double

    /// Horizontal dilution of precision, 0.1 to 99.9.
    ///
    /// Chosen so that what gpsd makes of it is true: it takes the circle that holds 95 percent of the positions as
    /// 4.75 m times this for a differential fix (gpsd's `H_UERE_WITH_DGPS` and `P_UERE_WITH_DGPS`), and of a circular
    /// normal distribution 95 percent lie within 2.4477 standard deviations.
    public var hdop: Double { Self.dilution(horizontal * 2.4477 / 4.75) }

    /// Vertical dilution of precision, 0.1 to 99.9; likewise, with gpsd's 5.75 m and 1.96 standard deviations.
    public var vdop: Double { Self.dilution(vertical * 1.96 / 5.75) }

    /// Position dilution of precision: the other two, at right angles.
    public var pdop: Double { (hdop * hdop + vdop * vdop).squareRoot() }

    private static func dilution(_ value: Double) -> Double {
        min(max(value, 0.1), 99.9)
    }
}
