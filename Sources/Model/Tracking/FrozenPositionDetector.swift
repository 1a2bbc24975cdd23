import Location

/// Finds out, for one receiver, that its latitude and longitude stand still while it moves, and repairs its fixes from
/// its Earth-centred coordinates.
///
/// gpsd 3.22 keeps the first latitude, longitude, altitude, speed and course of u-blox 5, 6 and 7 receivers for good and
/// goes on to say 3D; the Earth-centred coordinates and velocity beside them are right (gpsd's commit 648102578, in 3.23.1).
struct FrozenPositionDetector: Sendable {
    /// The fault, once it has shown in ``Limits/epochs`` epochs in a row; it is not taken back.
    private(set) var fault: ReceiverFault.Kind?
    private var held: RepeatedPosition?
    private var lastPosition: ECEFVector?
    private var repaired = 0

    /// Gives the fix back, from its Earth-centred coordinates where its own cannot be trusted; `source` tells.
    ///
    /// What the fault touches goes with the position: speed, course and climb come from the Earth-centred velocity, or
    /// are nil without one.
    mutating func repair(_ fix: Fix) -> Fix {
        guard let coordinate = fix.coordinate, let position = fix.ecefPosition, fix.mode == .threeDimensional,
            Limits.radii.contains(position.length)
        else { return fix }
        let distance = position.horizontalDistance(from: coordinate)
        guard mustRepair(fix, at: coordinate, position, distance: distance), let place = GeodeticPosition(ecef: position) else {
            repaired = 0
            return fix
        }
        note(distance: distance)
        return fix.moved(to: place, distance: distance)
    }

    private mutating func mustRepair(
        _ fix: Fix, at coordinate: Coordinate, _ position: ECEFVector, distance: Double
    ) -> Bool {
        // Where latitude and longitude go on alone, it is the Earth-centred position that is old.
        let isOld = position == lastPosition && held?.coordinate != coordinate
        lastPosition = position
        if held?.coordinate == coordinate { held?.add(fix, position) } else { held = RepeatedPosition(fix, position) }
        guard !isOld else { return false }
        let disagrees = distance > max(Limits.disagreement, fix.horizontalAccuracy?.radius ?? 0)
        if disagrees { held?.isFrozen = true }
        return held?.isFrozen ?? false
    }

    private mutating func note(distance: Double) {
        repaired += 1
        guard fault == nil, repaired >= Limits.epochs else { return }
        fault = (held?.epochs ?? 0) >= Limits.epochs ? .frozen : .disagreement(metres: distance)
    }
}

extension Fix {
    fileprivate func moved(to place: GeodeticPosition, distance: Double) -> Fix {
        var fix = self
        fix.source = .ecef
        fix.coordinate = place.coordinate
        fix.ellipsoidalAltitude = place.ellipsoidalAltitude
        fix.altitude = nil
        if let altitude, let ellipsoidalAltitude, distance < FrozenPositionDetector.Limits.sameGeoid,
            FrozenPositionDetector.Limits.geoid.contains(ellipsoidalAltitude - altitude)
        {
            fix.altitude = place.ellipsoidalAltitude - (ellipsoidalAltitude - altitude)
        }
        let velocity = ecefVelocity.flatMap { velocity in
            FrozenPositionDetector.Limits.speeds.contains(velocity.length)
                ? LocalVelocity(ecef: velocity, at: place.coordinate) : nil
        }
        fix.speed = velocity?.speed
        fix.climb = velocity?.up
        fix.course = velocity.flatMap { $0.speed >= FrozenPositionDetector.Limits.courseSpeed ? $0.course : nil }
        fix.courseAccuracy = nil
        return fix
    }
}

extension FrozenPositionDetector {
    /// The numbers that decide, each with its reason.
    enum Limits {
        /// Metres that both positions may lie apart.
        ///
        /// In gpsd's recordings of healthy receivers it is 1.5 m at most; an aeroplane at 250 m/s makes 25 m in the
        /// 0.1 s between two messages of an epoch. Below the receiver's own accuracy nothing is wrong either.
        static let disagreement = 25.0
        /// As many in a row are no accident, and still over before a page is stale.
        static let epochs = 5
        /// Metres within those epochs: the noise of a receiver whose latitude and longitude are held or coarse is
        /// centimetres to decimetres in that time.
        static let movement = 1.0
        /// Metres that rounding to centimetres can move each of three axes by, as one step.
        static let rounding = 0.018
        /// Metres from the centre of the Earth where a receiver can be: from below the pole to 100 km over the equator.
        ///
        /// Anything else, such as 0, 0, 0, is no position.
        static let radii = 6_340_000.0...6_480_000.0
        /// Metres per second: beyond 12 km/s nothing stays near the Earth, and the velocity is none.
        static let speeds = 0.0...12_000.0
        /// Metres over which the height of the sea is taken for that at the frozen position.
        static let sameGeoid = 100_000.0
        /// Metres of the geoid above the ellipsoid: EGM2008 has -107 to 86.
        static let geoid = -120.0...100.0
        /// Metres per second from which a velocity in whole centimetres per second has a course, to some 5 degrees.
        static let courseSpeed = 0.1
    }
}
