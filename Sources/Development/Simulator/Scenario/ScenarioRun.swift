import Basics

/// The epochs of a running scenario, deterministic for a seed.
public struct ScenarioRun: Sequence, IteratorProtocol, Sendable {
    private static let usualStart = Timestamp(milliseconds: 1_773_561_600_000)
    private static let boot = Duration.seconds(500)
    private static let repetitionDelay = Duration.milliseconds(5)

    private let start: Timestamp
    private let tenths: Int
    private let repeats: Bool
    private var traveller: Traveller
    private var receiver: ScenarioReceiver
    private var generator: SeededGenerator
    private var elapsed = Duration.zero
    private var repetition: ScenarioEpoch?
    private var hasBegun = false
    private let attack: Attack?

    init(
        _ traveller: Traveller, _ model: ReceiverModel, tenths: Int, start: Timestamp? = nil, seed: UInt64,
        attack: Attack? = nil
    ) {
        self.attack = attack
        self.traveller = traveller
        self.tenths = tenths
        self.start = start ?? Self.usualStart
        repeats = model.faults.contains(.duplicates)
        receiver = ScenarioReceiver(model, seed: seed &* 0x9E37_79B9 &+ 1)
        generator = SeededGenerator(seed: seed &+ 0xA221_7E5)
    }

    /// The interval between epochs.
    public var interval: Duration { .milliseconds(100 * tenths) }

    /// Returns the next epoch, also while the receiver is silent; nil at the end.
    public mutating func next() -> ScenarioEpoch? {
        if let epoch = repetition {
            repetition = nil
            return epoch
        }
        if hasBegun { advance() }
        hasBegun = true
        guard let surroundings = traveller.surroundings else { return nil }
        let time = start + elapsed
        var epoch = ScenarioEpoch(moment: arrival(), time: time, truth: traveller.truth)
        receiver.measure(&epoch, in: surroundings, after: Double(tenths) / 10)
        if let attack, Attack.span.contains(elapsed) { attack.apply(to: &epoch) }
        if repeats, epoch.fix != nil, Int.random(in: 0..<5, using: &generator) == 0 {
            repetition = repetitionDelay(of: epoch)
        }
        return epoch
    }

    private mutating func advance() {
        traveller.advance(tenths: tenths)
        elapsed += interval
    }

    /// The latency of a serial line and gpsd varies between 0.1 and 0.2 s.
    private mutating func arrival() -> Moment {
        let maxDelay = Double(Swift.min(tenths * 40, 180))
        let delay = Duration.milliseconds(Int64(Double.random(in: maxDelay / 2...maxDelay, using: &generator)))
        return Moment(uptime: Self.boot + elapsed + delay, wallClock: start + elapsed + delay)
    }

    private func repetitionDelay(of epoch: ScenarioEpoch) -> ScenarioEpoch {
        var later = epoch
        later.moment = Moment(
            uptime: epoch.moment.uptime + Self.repetitionDelay, wallClock: epoch.moment.wallClock + Self.repetitionDelay
        )
        later.isDuplicate = true
        return later
    }
}
