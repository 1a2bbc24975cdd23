import Location

/// Numbers from elsewhere, as far as they can be what they are said to be.
extension Double {
    /// Metres above or below something on Earth.
    var validAltitude: Double? { magnitude < 1e7 ? self : nil }

    /// Metres per second over ground.
    var validSpeed: Double? { (0..<1e6).contains(self) ? self : nil }

    /// Degrees from north, a full turn being 0.
    var validCourse: Double? {
        guard (0...360).contains(self) else { return nil }
        return self == 360 ? 0 : self
    }

    /// An error in whatever unit: one of 0 is one that is not known.
    var validAccuracy: Double? { self > 0 && self < 1e8 ? self : nil }
}

extension Int {
    /// A number of satellites.
    init?(satellites number: Double?) {
        guard let number, (0..<1000).contains(number), let whole = Int(exactly: number) else { return nil }
        self = whole
    }
}

extension Fix {
    /// Sets the mode by what is known, where the file does not say it: with an altitude it is three-dimensional.
    ///
    /// An altitude that a two-dimensional fix has all the same is the one before it, and goes.
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
    /// What the geometry of the satellites alone tells; nil where the dilution is not above 0.
    init?(hdop: Double?, differential: Differential) {
        guard let hdop, hdop < 100 else { return nil }
        let perDilution = differential == .none ? Self.errorPerDilution : Self.errorPerDilutionDifferential
        self.init(radius: hdop * perDilution, origin: .dilution)
    }
}
