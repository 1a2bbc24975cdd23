public import Basics
public import Location

/// A receiver made of numbers: epoch after epoch along a route, the same every time for the same seed.
public struct SimulatedReceiver: Sendable {
    /// Epochs a second, 1 to 10.
    public let rate: Int

    private let route: SimulatedRoute
    private let start: Timestamp
    private let precision: Precision
    private var noise: Noise
    private var sky: SimulatedSky
    private var count: Int64 = 0

    /// Makes a receiver at the beginning of a route.
    ///
    /// - Parameters:
    ///   - route: Where it goes.
    ///   - noise: How wrong it is.
    ///   - start: The time of its first epoch.
    ///   - rate: Epochs a second, 1 to 10; what is outside is brought to the nearest.
    ///   - seed: What all its randomness comes from.
    public init(route: SimulatedRoute, noise: NoiseModel = NoiseModel(), start: Timestamp, rate: Int = 1, seed: UInt64 = 1) {
        self.route = route
        self.start = start
        self.rate = min(max(rate, 1), 10)
        precision = noise.precision
        self.noise = Noise(noise, seed: seed)
        // Another stream than the noise's, whatever the seed.
        sky = SimulatedSky(seed: ~seed)
    }

    /// The next epoch; time goes on by one part in `rate` of a second.
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

/// One epoch of a simulated receiver, with the truth beside it.
public struct Epoch: Sendable {
    /// When, UTC.
    public let time: Timestamp
    /// Where the receiver really is.
    public let truth: Truth
    /// Where it believes to be.
    public let measured: Measurement

    /// What it says on its serial line, in the order of a common receiver.
    public var sentences: [NMEASentence] {
        [.rmc(measured), .vtg(measured), .gga(measured), .gsa(measured)] + NMEASentence.gsv(measured)
            + [.gst(measured)]
    }

    /// The sentences as bytes, each with its line end.
    public var nmea: [UInt8] { sentences.flatMap(\.bytes) }
}

/// Where a simulated receiver really is, and how it really moves.
public struct Truth: Hashable, Sendable {
    /// Where it is.
    public let coordinate: Coordinate
    /// Metres above mean sea level.
    public let altitude: Double
    /// Metres per second over ground, 0 while it pauses.
    public let speed: Double
    /// Degrees from true north, 0 up to but not including 360; while it pauses, that of the leg before.
    public let course: Double
}
