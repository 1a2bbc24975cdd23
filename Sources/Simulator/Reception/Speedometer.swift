import Glibc
import Location

/// What a receiver, or gpsd in its place, says about speed and course.
struct Speedometer: Sendable {
    /// Below this many metres per second a receiver keeps its course to itself.
    private static let slowest = 0.1

    private let model: ReceiverModel
    private var earlier: Coordinate?

    init(_ model: ReceiverModel) {
        self.model = model
    }

    /// Nothing is known of the epoch before.
    mutating func forget() { earlier = nil }

    /// Fills speed and course in.
    ///
    /// - Parameters:
    ///   - velocity: as it is measured, in metres per second; north and east are those of `place`.
    ///   - place: where the receiver really is.
    ///   - seconds: since the epoch before.
    ///   - fix: the epoch with its position.
    mutating func read(
        _ velocity: (north: Double, east: Double), at place: Coordinate, after seconds: Double, into fix: inout Fix
    ) {
        guard let coordinate = fix.coordinate else { return }
        defer { earlier = coordinate }
        switch model.speed {
        case .none: return
        // North is where it is for the place that the receiver takes for its own.
        case .doppler: tell(velocity, turnedBy: place.convergence(to: coordinate), in: &fix)
        case .derived:
            guard let way = earlier?.way(to: coordinate) else { return }
            tell((way.north / seconds, way.east / seconds), turnedBy: 0, in: &fix)
        }
    }

    private func tell(_ velocity: (north: Double, east: Double), turnedBy turn: Double, in fix: inout Fix) {
        let speed = hypot(velocity.north, velocity.east)
        fix.speed = speed.printed(3)
        guard speed >= Self.slowest, !model.faults.contains(.noCourse) else { return }
        let degrees = fmod(atan2(velocity.east, velocity.north) * 180 / .pi + turn + 720, 360).printed(4)
        fix.course = degrees < 360 ? degrees : 0
    }
}
