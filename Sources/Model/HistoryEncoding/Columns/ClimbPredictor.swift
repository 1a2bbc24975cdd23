/// The climb that follows from altitudes and times, centimetres a second.
struct ClimbPredictor {
    private var time: Int64 = 0
    private var altitude = Quantity.unknown
    private var ellipsoidal = Quantity.unknown

    /// The climb from the row before to this one, halves away from 0; 0 where it does not follow.
    mutating func predict(time: Int64, altitude: Int64, ellipsoidal: Int64) -> Int64 {
        defer { (self.time, self.altitude, self.ellipsoidal) = (time, altitude, ellipsoidal) }
        let elapsed = time &- self.time
        guard elapsed > 0, elapsed < Quantity.limit else { return 0 }
        if ellipsoidal != Quantity.unknown, self.ellipsoidal != Quantity.unknown {
            return Self.rate(ellipsoidal &- self.ellipsoidal, elapsed)
        }
        guard altitude != Quantity.unknown, self.altitude != Quantity.unknown else { return 0 }
        return Self.rate(altitude &- self.altitude, elapsed)
    }

    private static func rate(_ height: Int64, _ milliseconds: Int64) -> Int64 {
        let twice = height &* 2000
        return (twice &+ (twice < 0 ? 0 &- milliseconds : milliseconds)) / (2 &* milliseconds)
    }
}
