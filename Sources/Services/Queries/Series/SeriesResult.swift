public import Basics
import JSON
public import Location

/// A row of a series: the figures of a step at the time of its first fix, or a gap.
public struct SeriesRow: Hashable, Sendable {
    /// The time of the first fix; the middle of a gap.
    public let time: Timestamp
    /// The position of the first fix; nil for a gap.
    public let coordinate: Coordinate?
    /// Metres travelled since the start of the series; nil for a gap.
    public let distance: Double?
    /// The mean in metres per second; nil if unknown.
    public let speed: Double?
    /// The highest speed that two consecutive fixes reached, in metres per second; nil if unknown.
    public let maxSpeed: Double?
    /// The mean in metres; nil if unknown.
    public let altitude: Double?
    /// The range in metres; nil if unknown.
    public let altitudes: ClosedRange<Double>?
    /// The mean radius of 95 % confidence, in metres; nil if unknown.
    public let accuracy: Double?
    /// The mean of the errors that the receiver stated for its speed, in metres per second; nil if unknown.
    public let speedAccuracy: Double?
    /// The mean of the errors that the receiver stated for its altitude, in metres; nil if unknown.
    public let altitudeAccuracy: Double?

    init(_ bin: SeriesBin, distance: Double) {
        time = bin.first
        coordinate = bin.coordinate
        self.distance = distance
        speed = bin.meanSpeed
        maxSpeed = bin.maxSpeed
        altitude = bin.meanAltitude
        altitudes = bin.altitudes
        accuracy = bin.meanAccuracy
        speedAccuracy = bin.meanSpeedAccuracy
        altitudeAccuracy = bin.meanAltitudeAccuracy
    }

    init(gapAt time: Timestamp) {
        self.time = time
        (coordinate, distance, altitudes) = (nil, nil, nil)
        (speed, maxSpeed, altitude, accuracy, speedAccuracy, altitudeAccuracy) = (nil, nil, nil, nil, nil, nil)
    }

    /// True for a gap.
    public var isGap: Bool { coordinate == nil }
}

/// The course of speed, altitude, accuracy and position over a period, in steps of equal length.
public struct SeriesResult: Sendable {
    /// The data from which the rows were made.
    public enum Source: String, Sendable {
        /// Every fix.
        case fixes
        /// Summaries of quarters of an hour.
        case summaries
    }

    /// The period; an open end is that of the fixes.
    public let period: Period
    /// The length of a step.
    public let step: Duration
    /// The data from which the rows were made.
    public let source: Source
    /// The rows in chronological order; steps without fixes have none.
    public let rows: [SeriesRow]

    /// One object with columns of equal length, in seconds, metres, metres per second and degrees.
    public var json: [UInt8] {
        JSONWriter.line { json in
            json.time("from", period.first)
            json.time("to", period.last)
            json.integer("step", step.milliseconds / 1000)
            json.word("source", source.rawValue)
            json.numbersOrNull("time", rows.map { Double($0.time.milliseconds) / 1000 }, decimals: 3)
            json.numbersOrNull("speed", rows.map(\.speed), decimals: 2)
            json.numbersOrNull("speedMax", rows.map(\.maxSpeed), decimals: 2)
            json.numbersOrNull("altitude", rows.map(\.altitude), decimals: 1)
            json.numbersOrNull("altitudeLow", rows.map(\.altitudes?.lowerBound), decimals: 1)
            json.numbersOrNull("altitudeHigh", rows.map(\.altitudes?.upperBound), decimals: 1)
            json.numbersOrNull("accuracy", rows.map(\.accuracy), decimals: 1)
            json.numbersOrNull("speedAccuracy", rows.map(\.speedAccuracy), decimals: 2)
            json.numbersOrNull("altitudeAccuracy", rows.map(\.altitudeAccuracy), decimals: 1)
            json.numbersOrNull("distance", rows.map(\.distance), decimals: 1)
            json.numbersOrNull("latitude", rows.map(\.coordinate?.latitude), decimals: 7)
            json.numbersOrNull("longitude", rows.map(\.coordinate?.longitude), decimals: 7)
        }
    }
}
