/// What a receiver reports of its own clock, its antenna and interference, since gpsd 3.26 (gpsd_json(5)).
public struct ReceiverHealth: Hashable, Sendable {
    /// A fault of the antenna.
    public enum Antenna: Hashable, Sendable {
        /// A short circuit.
        case short
        /// No antenna, or one whose current is too small to be noticed.
        case open
        /// The supply is switched off.
        case unpowered
    }

    /// The drift of the receiver's clock in nanoseconds per second; nil if not reported, and for exactly 0.
    public var clockDrift: Float?
    /// The indicator of narrow-band interference, 1 to 255, whose unit depends on the receiver; nil if not reported.
    public var interference: UInt8?
    /// The fault of the antenna; nil if none is reported.
    public var antenna: Antenna?

    /// Creates a report; nil if nothing is in it.
    public init?(clockDrift: Float? = nil, interference: UInt8? = nil, antenna: Antenna? = nil) {
        guard clockDrift != nil || interference != nil || antenna != nil else { return nil }
        (self.clockDrift, self.interference, self.antenna) = (clockDrift, interference, antenna)
    }
}
