import Glibc
import Location

/// Keeps the direction of errors while north turns under a receiver, as it does beside a pole: satellites do not turn
/// with it.
struct ErrorFrame: Sendable {
    private var last: Coordinate?
    /// By how much north has turned since the beginning, in radians.
    private var turn = 0.0

    mutating func follow(_ coordinate: Coordinate) {
        turn += (last ?? coordinate).convergence(to: coordinate) * .pi / 180
        last = coordinate
    }

    /// Errors that are north and east of where it began, told in what is north and east here.
    func orient(_ sample: ReceiverErrors.Sample) -> ReceiverErrors.Sample {
        guard turn != 0 else { return sample }
        let (sine, cosine) = (sin(turn), cos(turn))
        var turned = sample
        turned.north = sample.north * cosine - sample.east * sine
        turned.east = sample.north * sine + sample.east * cosine
        turned.velocityNorth = sample.velocityNorth * cosine - sample.velocityEast * sine
        turned.velocityEast = sample.velocityNorth * sine + sample.velocityEast * cosine
        return turned
    }
}
