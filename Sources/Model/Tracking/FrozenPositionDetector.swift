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
