import Basics
import Location

/// The figures of one device's track within a step of a series.
struct SeriesBin {
    /// Metres to the first point from the one before; 0 across a gap.
    let approach: Double
    /// True if there is a gap before the first point, or nothing.
    let isAfterGap: Bool
    /// The time and the position of the first point.
    let first: Timestamp
    let coordinate: Coordinate
    /// The time of the last point.
    private(set) var last: Timestamp
    private(set) var points = 0
    /// Metres from the first point to the last.
    private(set) var distance = 0.0
    private(set) var altitudes: ClosedRange<Double>?
    private var covered: Duration
    private var topSpeed: Double?
    private var speed = Mean()
    private var altitude = Mean()
    private var accuracy = Mean()
    private var speedAccuracy = Mean()
    private var altitudeAccuracy = Mean()

    /// Creates the figures of a piece that is reached by a step; nil for the first piece of a device.
    init(_ piece: SeriesPiece, after step: SeriesStep?) {
        first = piece.first.timestamp
        coordinate = piece.first.coordinate
        last = piece.last.timestamp
        approach = step?.distance ?? 0
        isAfterGap = step?.isGap ?? true
        covered = step?.covered ?? .zero
        count(piece, after: step)
    }

    mutating func add(_ piece: SeriesPiece, after step: SeriesStep) {
        distance += step.distance
        covered += step.covered
        count(piece, after: step)
    }

    private mutating func count(_ piece: SeriesPiece, after step: SeriesStep?) {
        last = piece.last.timestamp
        points &+= piece.points
        distance += piece.distance
        covered += piece.covered
        speed.add(piece.speed, weight: 1)
        altitude.add(piece.altitude, weight: piece.points)
        accuracy.add(piece.accuracy, weight: piece.points)
        speedAccuracy.add(piece.speedAccuracy, weight: 1)
        altitudeAccuracy.add(piece.altitudeAccuracy, weight: 1)
        if let top = piece.topSpeed { topSpeed = max(topSpeed ?? top, top) }
        if let top = step?.topSpeed { topSpeed = max(topSpeed ?? top, top) }
        guard let range = piece.altitudes else { return }
        altitudes =
            altitudes.map {
                min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound)
            } ?? range
    }

    /// Metres per second: the mean of the reported speeds, else of the path; nil if neither is known.
    var meanSpeed: Double? {
        speed.value ?? (covered > .zero ? (approach + distance) / covered.inSeconds : nil)
    }

    /// Metres per second; never less than the mean.
    var maxSpeed: Double? { [topSpeed, meanSpeed].compactMap { $0 }.max() }
    /// Metres.
    var meanAltitude: Double? { altitude.value }
    /// Metres.
    var meanAccuracy: Double? { accuracy.value }
    /// Metres per second.
    var meanSpeedAccuracy: Double? { speedAccuracy.value }
    /// Metres.
    var meanAltitudeAccuracy: Double? { altitudeAccuracy.value }
}

/// A weighted mean.
private struct Mean {
    private var sum = 0.0
    private var weight = 0

    mutating func add(_ value: Double?, weight more: Int) {
        guard let value else { return }
        sum += value * Double(more)
        weight &+= more
    }

    var value: Double? { weight > 0 ? sum / Double(weight) : nil }
}
