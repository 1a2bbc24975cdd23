public import Basics
public import Location
public import NMEA

/// A simulated receiver that moves along a route, deterministic for a seed.
public struct SimulatedReceiver: Sendable {
    /// Epochs a second, 1 to 10.
    public let rate: Int

    private let route: SimulatedRoute
    private let start: Timestamp
    private let precision: Precision
    private var noise: Noise
    private var sky: SimulatedSky
    private var count: Int64 = 0

    /// Creates a receiver at the start of a route.
    ///
    /// - Parameters:
    ///   - route: the route.
    ///   - noise: the error model.
    ///   - start: the time of the first epoch.
    ///   - rate: epochs a second, clamped to 1...10.
    ///   - seed: the seed of all its randomness.
    public init(
        route: SimulatedRoute, noise: NoiseModel = NoiseModel(), start: Timestamp, rate: Int = 1, seed: UInt64 = 1
    ) {
        self.route = route
        self.start = start
        self.rate = min(max(rate, 1), 10)
        precision = noise.precision
        self.noise = Noise(noise, seed: seed)
        // A stream different from the noise's for any seed.
        sky = SimulatedSky(seed: ~seed)
    }

    /// Returns the next epoch and advances the time by 1/`rate` of a second.
    public mutating func next() -> Epoch {
        let elapsed = Duration.milliseconds(count * 1000 / Int64(rate))
        count += 1
        let time = start + elapsed
        let truth = route.truth(after: elapsed)
        let error = noise.next(after: .seconds(1) / rate)
        let measured = Measurement(truth, at: time, error: error, precision: precision, sky: sky.next())
        return Epoch(time: time, truth: truth, measured: measured)
    }
}

/// One epoch of a simulated receiver with its ground truth.
public struct Epoch: Sendable {
    /// The time, UTC.
    public let time: Timestamp
    /// The true position of the receiver.
    public let truth: Truth
    /// The measurement of the receiver.
    public let measured: Measurement

    /// The sentences on its serial line, in the order of a common receiver.
    public var sentences: [NMEASentence] {
        [.rmc(measured), .vtg(measured), .gga(measured), .gsa(measured)] + NMEASentence.gsv(measured)
            + [.gst(measured)]
    }

    /// The sentences as bytes, each with its line end.
    public var nmea: [UInt8] { sentences.flatMap(\.bytes) }
}

/// The true position and motion of a simulated receiver.
public struct Truth: Hashable, Sendable {
    /// The position.
    public let coordinate: Coordinate
    /// Metres above mean sea level.
    public let altitude: Double
    /// The speed over ground in metres per second, 0 during a pause.
    public let speed: Double
    /// The course in degrees from true north, 0 up to but not including 360; during a pause, that of the previous leg.
    public let course: Double
}
