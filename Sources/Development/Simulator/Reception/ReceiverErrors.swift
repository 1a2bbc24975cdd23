import Glibc
import Location

/// The errors of the receiver of a scenario, epoch by epoch.
struct ReceiverErrors: Sendable {
    /// The error of one epoch.
    struct Sample: Sendable {
        /// Metres.
        var north = 0.0
        var east = 0.0
        var up = 0.0
        /// Metres per second.
        var velocityNorth = 0.0
        var velocityEast = 0.0
        /// The horizontal dilution of precision.
        var dilution = 0.9
        /// The 95 % radius in metres.
        var radius = 0.0
    }

    /// The correlation time of reflections in seconds, in motion and at rest, where only satellite motion changes them.
    private static let fadingTime = 3.0
    private static let fadingTimeStanding = 30.0
    /// The correlation time of the error of the velocity in seconds: that of phones on real drives (docs/truth.md).
    static let velocityTime = 8.0

    private let model: ReceiverModel
    private var generator: SeededGenerator
    private var slow: (north: GaussMarkovProcess, east: GaussMarkovProcess)
    private var fast: (north: GaussMarkovProcess, east: GaussMarkovProcess)
    private var up: GaussMarkovProcess
    private var velocity: (north: GaussMarkovProcess, east: GaussMarkovProcess)
    private var fading: (north: GaussMarkovProcess, east: GaussMarkovProcess)
    private var fadingSize = 0.0
    private var dilutionProcess: GaussMarkovProcess
    private var excursion: MultipathOffset
    private var scale = 1.0
    private var velocityScale = 1.0
    private var dilution = 0.85
    private var lostFor = 0.0

    init(_ model: ReceiverModel, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.model = model
        slow = Self.pair(model.slow.time, using: &generator)
        fast = Self.pair(model.fast.time, using: &generator)
        up = GaussMarkovProcess(time: 200, using: &generator)
        velocity = Self.pair(Self.velocityTime, using: &generator)
        fading = Self.pair(Self.fadingTime, using: &generator)
        dilutionProcess = GaussMarkovProcess(time: 300, using: &generator)
        excursion = MultipathOffset(using: &generator)
        self.generator = generator
    }

    private static func pair(
        _ time: Double, using generator: inout SeededGenerator
    ) -> (north: GaussMarkovProcess, east: GaussMarkovProcess) {
        (GaussMarkovProcess(time: time, using: &generator), GaussMarkovProcess(time: time, using: &generator))
    }

    /// Returns the errors after a time in seconds; nil if no position is available.
    mutating func next(after seconds: Double, in surroundings: SignalEnvironment, moving isMoving: Bool) -> Sample? {
        let known = SkyCondition(surroundings)
        let sky = known ?? SkyCondition(dilution: 6...9, scale: 2)
        excursion.advance(seconds, under: sky, using: &generator)
        relax(to: sky, after: seconds)
        let sample = sample(after: seconds, moving: isMoving)
        return known == nil || isLost(seconds, under: sky) ? nil : sample
    }

    /// A change of reception takes effect over some seconds.
    private mutating func relax(to sky: SkyCondition, after seconds: Double) {
        let share = 1 - exp(-seconds / 5)
        scale += (sky.scale - scale) * share
        velocityScale += (sky.velocityScale - velocityScale) * share
        fadingSize += (sky.fading - fadingSize) * share
        let place = 0.5 + 0.5 * tanh(dilutionProcess.next(after: seconds, using: &generator))
        let target = sky.dilution.lowerBound + (sky.dilution.upperBound - sky.dilution.lowerBound) * place
        dilution += (target - dilution) * share
    }

    private mutating func isLost(_ seconds: Double, under sky: SkyCondition) -> Bool {
        if lostFor > 0 {
            lostFor -= seconds
            return true
        }
        guard let gap = sky.dropoutGap, Double.random(in: 0...1, using: &generator) < seconds / gap else {
            return false
        }
        lostFor = .random(in: 2...15, using: &generator)
        return true
    }

    private mutating func sample(after seconds: Double, moving isMoving: Bool) -> Sample {
        let phase = isMoving ? seconds : seconds * Self.fadingTime / Self.fadingTimeStanding
        var sample = Sample(north: excursion.north, east: excursion.east)
        sample.north += fadingSize * fading.north.next(after: phase, using: &generator)
        sample.east += fadingSize * fading.east.next(after: phase, using: &generator)
        sample.north += model.slow.deviation * scale * slow.north.next(after: seconds, using: &generator)
        sample.east += model.slow.deviation * scale * slow.east.next(after: seconds, using: &generator)
        sample.north += model.fast.deviation * scale * fast.north.next(after: seconds, using: &generator)
        sample.east += model.fast.deviation * scale * fast.east.next(after: seconds, using: &generator)
        sample.north += model.white * scale * generator.nextNormal()
        sample.east += model.white * scale * generator.nextNormal()
        sample.up = 1.8 * model.deviation * scale * up.next(after: seconds, using: &generator)
        let velocityDeviation = velocityScale * model.velocity
        sample.velocityNorth = velocityDeviation * velocity.north.next(after: seconds, using: &generator)
        sample.velocityEast = velocityDeviation * velocity.east.next(after: seconds, using: &generator)
        sample.dilution = dilution
        // 95 % lie within 2.4477 standard deviations; a receiver detects most of a reflection in its residuals.
        sample.radius = 2.4477 * hypot(model.deviation * scale, fadingSize) + 0.9 * excursion.size
        return sample
    }
}

/// Preserves the direction of errors while north rotates under a receiver near a pole, since satellites do not rotate
/// with it.
struct ErrorFrame: Sendable {
    private var last: Coordinate?
    /// The rotation of north since the start in radians.
    private var rotation = 0.0

    mutating func follow(_ coordinate: Coordinate) {
        rotation += (last ?? coordinate).convergence(to: coordinate) * .pi / 180
        last = coordinate
    }

    /// Converts errors relative to the initial north and east to the present directions.
    func orient(_ sample: ReceiverErrors.Sample) -> ReceiverErrors.Sample {
        guard rotation != 0 else { return sample }
        let (sine, cosine) = (sin(rotation), cos(rotation))
        var rotated = sample
        rotated.north = sample.north * cosine - sample.east * sine
        rotated.east = sample.north * sine + sample.east * cosine
        rotated.velocityNorth = sample.velocityNorth * cosine - sample.velocityEast * sine
        rotated.velocityEast = sample.velocityNorth * sine + sample.velocityEast * cosine
        return rotated
    }
}
