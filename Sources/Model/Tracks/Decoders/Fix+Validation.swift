import Location

/// Validates numbers from foreign files; nil for values outside the plausible range.
extension Double {
    /// Metres.
    var validAltitude: Double? { magnitude < 1e7 ? self : nil }

    /// Metres per second over ground.
    var validSpeed: Double? { (0..<1e6).contains(self) ? self : nil }

    /// Degrees clockwise from north, 360 normalised to 0.
    var validCourse: Double? {
        guard (0...360).contains(self) else { return nil }
        return self == 360 ? 0 : self
    }

    /// An accuracy in any unit; 0 means unknown.
    var validAccuracy: Double? { self > 0 && self < 1e8 ? self : nil }
}

extension Int {
    /// A number of satellites; nil if negative, fractional or above 999.
    init?(satellites number: Double?) {
        guard let number, (0..<1000).contains(number), let whole = Int(exactly: number) else { return nil }
        self = whole
    }
}

extension Fix {
    /// Sets an unknown mode from the presence of an altitude, then removes altitudes of fixes that are not
    /// three-dimensional.
    ///
    /// Receivers repeat the last altitude in two-dimensional fixes.
    mutating func inferMode() {
        if mode == .unknown {
            mode = altitude != nil || ellipsoidalAltitude != nil ? .threeDimensional : .twoDimensional
        }
        guard mode != .threeDimensional else { return }
        altitude = nil
        ellipsoidalAltitude = nil
        climb = nil
    }
}

extension HorizontalAccuracy {
    /// The accuracy estimated from satellite geometry alone; nil unless the dilution is above 0.
    init?(hdop: Double?, differential: Differential) {
        guard let hdop, hdop < 100 else { return nil }
        let perDilution = differential == .none ? Self.errorPerDilution : Self.errorPerDilutionDifferential
        self.init(radius: hdop * perDilution, origin: .dilution)
    }
}
