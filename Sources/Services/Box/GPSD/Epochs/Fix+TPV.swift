import Location

extension Fix {
    /// Creates a fix from a complete epoch; `hdop` is the same receiver's, if it is fresh.
    init(_ tpv: TPV, hdop: Double?) {
        self.init(device: tpv.device, mode: FixMode(gpsd: tpv.mode))
        timestamp = tpv.time ?? tpv.received
        if tpv.time == nil, tpv.received != nil { timeSource = .reception }
        differential = Differential(gpsd: tpv.status)
        details = FixDetails(tpv, mode: mode)
        guard mode.hasPosition else { return }
        coordinate = Self.coordinate(tpv)
        horizontalAccuracy = HorizontalAccuracy(tpv, hdop: hdop)
        verticalAccuracy = tpv.epv.positive
        speed = tpv.speed.isFinite && tpv.speed >= 0 ? tpv.speed : nil
        speedAccuracy = tpv.eps.positive
        course = Self.course(tpv.track)
        courseAccuracy = tpv.epd.positive
        guard mode == .threeDimensional else { return }
        altitude = tpv.altMSL.finite ?? (tpv.altHAE.isFinite ? nil : tpv.alt.finite)
        ellipsoidalAltitude = tpv.altHAE.finite
        climb = tpv.climb.finite
    }

    /// gpsd checks the range of a position but passes 0,0.
    private static func coordinate(_ tpv: TPV) -> Coordinate? {
        Coordinate(latitude: tpv.latitude, longitude: tpv.longitude).flatMap { $0.isNullIsland ? nil : $0 }
    }

    private static func course(_ track: Double) -> Double? {
        guard (0...360).contains(track) else { return nil }
        return track == 360 ? 0 : track
    }
}

extension FixDetails {
    fileprivate init(_ tpv: TPV, mode: FixMode) {
        self.init()
        health = ReceiverHealth(tpv)
        guard mode.hasPosition else { return }
        differentialAge = tpv.dgpsAge.finite.flatMap { $0 >= 0 ? $0 : nil }
        // epx is the error of the longitude.
        accuracyEllipse = AccuracyEllipse(north: tpv.epy, east: tpv.epx)
        guard mode == .threeDimensional else { return }
        ecefPosition = ECEFVector(x: tpv.ecefx, y: tpv.ecefy, z: tpv.ecefz)
        ecefVelocity = ECEFVector(x: tpv.ecefvx, y: tpv.ecefvy, z: tpv.ecefvz)
    }
}

extension ReceiverHealth {
    /// A 0, which gpsd does not print, is none, nor does it print an antenna without a fault; `ant` and `antPwr` are numbered as u-blox does.
    fileprivate init?(_ tpv: TPV) {
        self.init(
            clockDrift: tpv.clockDrift.isFinite ? Float(tpv.clockDrift) : nil,
            interference: UInt8(exactly: tpv.jam).flatMap { $0 > 0 ? $0 : nil },
            antenna: tpv.ant == 2 ? .short : tpv.ant == 3 ? .open : tpv.antPwr == 1 ? .unpowered : nil)
    }
}

extension FixMode {
    /// The `mode` of gpsd_json(5); unlisted values are unknown.
    fileprivate init(gpsd mode: Int32) {
        switch mode {
        case 1: self = .none
        case 2: self = .twoDimensional
        case 3: self = .threeDimensional
        default: self = .unknown
        }
    }
}

extension Differential {
    /// The `status` of gpsd_json(5), by number: libgps has renamed its constants.
    fileprivate init(gpsd status: Int32) {
        switch status {
        case 2: self = .dgps
        case 3: self = .rtkFixed
        case 4: self = .rtkFloat
        case 5: self = .deadReckoning
        case 6: self = .gnssDeadReckoning
        case 7: self = .surveyed
        case 8: self = .simulated
        case 9: self = .precise
        default: self = .none
        }
    }
}

extension Double {
    /// The value, unless it is NaN or infinite.
    var finite: Double? { isFinite ? self : nil }

    /// The value, if it is finite and above 0: an error of 0 means unknown.
    var positive: Double? { isFinite && self > 0 ? self : nil }
}

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
