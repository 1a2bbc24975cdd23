import Location

extension ReceiverStatistics {
    /// The agreement of a derived speed with the positions in metres, a centimetre as NMEA prints them, and as a fraction
    /// of the distance; steps below five times that show nothing.
    private static let derivedTolerance = 0.01
    private static let derivedFraction = 0.0005
    private static let minStep = 5 * derivedTolerance

    /// Checks whether the velocity at the end of a step has information that the positions do not have, and none that
    /// they contradict.
    ///
    /// gpsd derives the speed from successive positions if a receiver reports none; such a speed agrees with them to
    /// the last digit. A speed that is always 0, stuck or in the wrong unit leads away from the positions all the time;
    /// reflections do so for seconds. The track includes the present fix.
    mutating func check(
        _ velocity: SIMD3<Double>, moved: SIMD3<Double>, track: Track, radius: Double, after step: Double
    ) {
        let (predicted, length) = (velocity * step, moved.length)
        if max(length, predicted.length) > Self.minStep {
            let tolerance = Self.derivedTolerance * min(1, step) + Self.derivedFraction * length
            derivedSpeed.add((moved - predicted).length < tolerance, after: step)
        }
        heldSpeed.add(velocity == .zero, after: step)
        let window = DisplacementTest.windows[0]
        let recent = track.displacement(over: window)
        guard recent.seconds >= window - 1 else { return }
        let limit = OutlierGate.minJump(radius: min(radius, DisplacementTest.maxRadius))
        contradictedSpeed.add(recent.innovation.length > limit, after: step)
    }

    /// Checks a speed held at 0 against a track whose last fix is no outlier: a walk contradicts it at once.
    mutating func checkHeldSpeed(_ track: Track, radius: Double) {
        guard heldSpeed.isTrue else { return }
        let test = DisplacementTest(track, radius: radius, positionsOnly: false, self)
        if test.departsSteadily { contradictedSpeed.assert() }
    }
}
