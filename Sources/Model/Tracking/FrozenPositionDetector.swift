import Location

/// Detects, for one receiver, that latitude and longitude are frozen while it moves, and repairs its fixes from the
/// Earth-centred coordinates.
///
/// gpsd 3.22 never updates the first latitude, longitude, altitude, speed and course of u-blox 5, 6 and 7 receivers and
/// still reports 3D; the Earth-centred position and velocity beside them are correct (gpsd's commit 648102578, in
/// 3.23.1).
struct FrozenPositionDetector: Sendable {
    /// The fault, set after ``Limits/epochs`` consecutive epochs; never cleared.
    private(set) var fault: ReceiverFault.Kind?
    private var repeated: RepeatedPosition?
    private var lastPosition: ECEFVector?
    private var repaired = 0

    /// Returns the fix, repaired from its Earth-centred coordinates if its own position is wrong; `source` states
    /// which.
    ///
    /// Speed, course and climb are affected as well: they are taken from the Earth-centred velocity, or nil without
    /// one.
    mutating func repair(_ fix: Fix) -> Fix {
        guard let coordinate = fix.coordinate, let position = fix.ecefPosition, fix.mode == .threeDimensional,
            Limits.radii.contains(position.length)
        else { return fix }
        let distance = position.horizontalDistance(from: coordinate)
        guard mustRepair(fix, at: coordinate, position, distance: distance),
            let place = GeodeticPosition(ecef: position)
        else {
            repaired = 0
            return fix
        }
        recordRepair(distance: distance)
        return fix.moved(to: place, distance: distance)
    }

    private mutating func mustRepair(
        _ fix: Fix, at coordinate: Coordinate, _ position: ECEFVector, distance: Double
    ) -> Bool {
        // If only latitude and longitude change, the Earth-centred position is outdated.
        let isOld = position == lastPosition && repeated?.coordinate != coordinate
        lastPosition = position
        if repeated?.coordinate == coordinate {
            repeated?.add(fix, position)
        } else {
            repeated = RepeatedPosition(fix, position)
        }
        guard !isOld else { return false }
        let disagrees = distance > max(Limits.disagreement, fix.horizontalAccuracy?.radius ?? 0)
        if disagrees { repeated?.isFrozen = true }
        return repeated?.isFrozen ?? false
    }

    private mutating func recordRepair(distance: Double) {
        repaired += 1
        guard fault == nil, repaired >= Limits.epochs else { return }
        fault = (repeated?.epochs ?? 0) >= Limits.epochs ? .frozen : .disagreement(metres: distance)
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
    /// The limits, each with the reason for its value.
    enum Limits {
        /// The accepted distance between both positions in metres.
        ///
        /// In gpsd's recordings of healthy receivers it is at most 1.5 m; an aircraft at 250 m/s adds 25 m in the 0.1 s
        /// between two messages of an epoch. A difference below the receiver's own accuracy is no fault either.
        static let disagreement = 25.0
        /// This many consecutive epochs are no coincidence, and still end before a page is stale.
        static let epochs = 5
        /// The movement within those epochs in metres: a receiver with held or coarse coordinates has a noise of
        /// centimetres to decimetres in that time.
        static let movement = 1.0
        /// The movement in metres that rounding to centimetres causes on three axes, as one step.
        static let rounding = 0.018
        /// The possible distances of a receiver from the centre of the Earth in metres: from below the pole to 100 km
        /// above the equator.
        ///
        /// Anything else, such as 0, 0, 0, is no position.
        static let radii = 6_340_000.0...6_480_000.0
        /// The possible speeds in metres per second: nothing near the Earth exceeds 12 km/s.
        static let speeds = 0.0...12_000.0
        /// The distance in metres within which the geoid height of the frozen position applies.
        static let sameGeoid = 100_000.0
        /// Heights of the geoid above the ellipsoid in metres: -107 to 86 in EGM2008.
        static let geoid = -120.0...100.0
        /// The speed in metres per second from which a velocity in whole centimetres per second has a course, to about
        /// 5 degrees.
        static let courseSpeed = 0.1
    }
}
