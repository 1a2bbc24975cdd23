import Location

extension HorizontalAccuracy {
    /// Metres of error east and north at a dilution of 1, which gpsd does not widen.
    private static let axisErrorPerDilution = 15.0

    /// Returns the best figure of an epoch: `eph`, else `epx` and `epy` together, else the dilution alone; nil without
    /// any.
    init?(_ tpv: TPV, hdop: Double?) {
        if let eph = tpv.eph.positive {
            self.init(radius: eph, origin: Self.isModel(eph, hdop: hdop) ? .dilution : .receiver)
        } else if let epx = tpv.epx.positive, let epy = tpv.epy.positive {
            let radius = (epx * epx + epy * epy).squareRoot()
            if let hdop, Self.agrees(radius, hdop * Self.axisErrorPerDilution) {
                self.init(radius: hdop * Self.errorPerDilution, origin: .dilution)
            } else {
                self.init(radius: radius, origin: .axes)
            }
        } else if let hdop {
            let perDilution = tpv.status == 2 ? Self.errorPerDilutionDifferential : Self.errorPerDilution
            self.init(radius: hdop * perDilution, origin: .dilution)
        } else {
            return nil
        }
    }

    /// Returns true if gpsd derived `eph` from the dilution, because the receiver gave none.
    private static func isModel(_ eph: Double, hdop: Double?) -> Bool {
        guard let hdop else { return false }
        return [errorPerDilution, errorPerDilutionDifferential].contains { agrees(eph, hdop * $0) }
    }

    /// gpsd prints both with two or three decimals, hence the two per cent.
    private static func agrees(_ error: Double, _ model: Double) -> Bool { abs(error / model - 1) < 0.02 }
}
