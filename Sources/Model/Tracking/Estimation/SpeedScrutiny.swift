import Location

/// Checks whether a reported speed says something that the positions do not, and nothing that they contradict.
///
/// gpsd derives the speed from successive positions if a receiver reports none; such a speed agrees with them to the last
/// digit. A speed that is always 0, stuck or in the wrong unit leads away from the positions all the time; reflections
/// do so for seconds.
enum SpeedScrutiny {
    /// Adds the step since the last fix to the statistics of the receiver.
    ///
    /// - Parameters:
    ///   - velocity: the reported velocity at its end; nil if there is none.
    ///   - moved: the displacement of the positions in metres.
    ///   - track: the fixes of the last minute, this one included.
    ///   - radius: the claimed radius of the fix in metres.
    ///   - step: seconds.
    ///   - statistics: what is known of the receiver.
    static func add(
        _ velocity: SIMD3<Double>?, moved: SIMD3<Double>, track: Track, radius: Double, after step: Double,
        to statistics: inout ReceiverStatistics
    ) {
        guard let velocity else { return }
        let (way, length) = (velocity * step, moved.length)
        if max(length, way.length) > Thresholds.leastStep {
            let tolerance = Thresholds.derivedDifference * min(1, step) + Thresholds.derivedFraction * length
            statistics.derivedSpeed.add((moved - way).length < tolerance, after: step)
        }
        let recent = track.displacement(over: Thresholds.wanderTimes[0])
        guard recent.seconds >= Thresholds.wanderTimes[0] - 1 else { return }
        let reach = max(Thresholds.nearJump, Thresholds.jumpRadii * min(radius, Thresholds.widestSky))
        statistics.contradictedSpeed.add((recent.moved - recent.way).length > reach, after: step)
    }
}
