import Location

/// Whether the speed and course that a receiver reports lead where its fixes go.
///
/// Reflections carry positions away and bring them back, so that what speed and positions differ by stays within
/// what reflections do. A speed that is always 0, stuck, in the wrong unit or some per cent off, or a course that is
/// stuck, leads farther and farther away from the positions; then it is the speed that is wrong.
struct SpeedPlausibility: Sendable {
    private var fading = ExponentialDecay(Thresholds.trustTime)
    /// Metres that the positions have gone beyond the reported way, forgotten bit by bit; and the variance of that.
    private var astray = LocalVector()
    /// The same without what reflections do at once.
    private var crept = LocalVector()
    private var variance = 0.0
    /// Metres that the positions have gone, and the speed says, where it has no direction; forgotten likewise.
    private var went = LocalVector()
    private var told = 0.0
    /// Metres: the largest deviation of late.
    private var deviation = 0.0

    /// Whether positions contradict the speed; it takes long agreement until they do not any more.
    private(set) var isContradicted = false

    /// Takes how far the positions have gone in a time in seconds, and what the receiver reports of it.
    mutating func add(_ report: SpeedReport, moved: LocalVector, time: Double, deviation now: Double) {
        let left = fading.remaining(after: time)
        astray = astray * left
        crept = crept * left
        variance *= left * left
        went = went * left
        told *= left
        deviation = max(deviation * left, now)
        if let travel = report.travel {
            let difference = moved - travel.displacement
            astray = astray + difference
            crept = crept + difference.limited(to: Thresholds.creepingPace * time)
            variance += travel.variance
        } else if let length = report.distance {
            went = went + moved
            told += length
        }
        isContradicted = contradiction > (isContradicted ? Thresholds.trustReturn : 1)
    }

    /// The map was laid anew.
    mutating func apply(_ turn: FrameChange) {
        astray = turn.direction(astray)
        crept = turn.direction(crept)
        went = turn.direction(went)
    }

    /// By how much the positions are beyond what errors explain; 1 is too much.
    private var contradiction: Double {
        let limit = max(Thresholds.trustDistance, Thresholds.trustDeviations * deviation)
        let beyond = astray.length / (limit + 3 * variance.squareRoot())
        let slowly =
            crept.length
            / (max(Thresholds.creptDistance, Thresholds.creptDeviations * deviation) + 3 * variance.squareRoot())
        let ahead = went.length / (limit + told)
        // Who drives in circles comes by again; who stands does not go far.
        let behind = told / max(Thresholds.trustCircles * limit, Thresholds.trustCircles * went.length)
        return max(beyond, slowly, ahead, behind)
    }
}

extension LocalVector {
    /// The same direction, and no longer than that.
    func limited(to longest: Double) -> LocalVector {
        let length = length
        return length > longest ? self * (longest / length) : self
    }
}
