/// A predictor by differences: zero, the last value, or linear extrapolation.
struct DeltaPredictor {
    private let order: Int
    private let modulus: Int64?
    private var last: Int64 = 0
    private var step: Int64 = 0

    init(order: Int, modulus: Int64? = nil) {
        self.order = order
        self.modulus = modulus
    }

    mutating func residual(_ value: Int64) -> Int64 {
        let residual = shorter(value &- expected)
        update(value)
        return residual
    }

    /// Returns the value with a given difference from its prediction.
    mutating func value(_ residual: Int64) -> Int64 {
        var value = expected &+ residual
        if let modulus {
            if value >= modulus { value &-= modulus } else if value < 0 { value &+= modulus }
        }
        update(value)
        return value
    }

    private var expected: Int64 {
        switch order {
        case 0: 0
        case 1: last
        default: last &+ step
        }
    }

    private mutating func update(_ value: Int64) {
        step = value &- last
        last = value
    }

    private func shorter(_ difference: Int64) -> Int64 {
        guard let modulus else { return difference }
        if 2 &* difference >= modulus { return difference &- modulus }
        return 2 &* difference < 0 &- modulus ? difference &+ modulus : difference
    }
}

/// Predicts the climb from altitudes and times, in centimetres per second.
struct ClimbPredictor {
    private var time: Int64 = 0
    private var altitude = Quantity.unknown
    private var ellipsoidal = Quantity.unknown

    /// Returns the climb since the previous row, rounded half away from 0; 0 if it cannot be derived.
    mutating func predict(time: Int64, altitude: Int64, ellipsoidal: Int64) -> Int64 {
        defer {
            self.time = time
            self.altitude = altitude
            self.ellipsoidal = ellipsoidal
        }
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
