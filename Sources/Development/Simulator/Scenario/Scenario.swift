public import Basics
import NMEA

/// A named journey with a receiver on board.
public struct Scenario: Sendable {
    /// The name in lower case.
    public let name: String
    /// A one-line description.
    public let summary: String
    /// The interval between epochs in seconds.
    public var interval: Double { Double(tenths) / 10 }

    /// True if the receiver does what it can: no fault is simulated.
    public var isClean: Bool {
        var receiver = ReceiverModel.quiet
        change(&receiver)
        return receiver.faults.isEmpty
    }

    /// The interval between epochs in tenths of a second.
    private let tenths: Int
    private let journey: Journey
    /// Changes the receiver that was drawn.
    private let change: @Sendable (inout ReceiverModel) -> Void

    init(
        _ name: String, summary: String, journey: Journey, tenths: Int = 10,
        receiver change: @escaping @Sendable (inout ReceiverModel) -> Void = { _ in }
    ) {
        self.name = name
        self.summary = summary
        self.journey = journey
        self.change = change
        self.tenths = tenths
    }

    /// Returns the scenario of a name; nil if there is none.
    public static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// Starts the scenario.
    ///
    /// - Parameters:
    ///   - seed: the seed of all its randomness.
    ///   - rate: epochs a second in place of the default, 0.1 to 10, rounded to an interval of whole tenths of a
    ///     second.
    ///   - start: the time of the first epoch; nil for the scenario's own.
    ///   - isQuiet: true for a good receiver in place of a drawn one, for figures that must not depend on the draw.
    ///   - attack: the attack on the receiver; nil for none.
    /// - Returns: its epochs from the first.
    public func run(
        seed: UInt64, rate: Double? = nil, start: Timestamp? = nil, isQuiet: Bool = false, attack: Attack? = nil
    ) -> ScenarioRun {
        let requested = rate.flatMap { $0.isFinite && $0 > 0 ? Int((10 / min(max($0, 0.1), 10)).rounded()) : nil }
        var generator = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 7)
        var receiver = isQuiet ? .quiet : ReceiverModel(using: &generator)
        change(&receiver)
        return ScenarioRun(
            journey.start(seed: seed), receiver, tenths: requested ?? tenths, start: start, seed: seed, attack: attack)
    }
}

extension Scenario {
    /// All scenarios, stationary ones first.
    public static var all: [Scenario] { stationary + moving + faulty + misleading }

    private static var stationary: [Scenario] {
        [
            Scenario("parked", summary: "four hours parked under open sky", journey: .parked(hours: 4)),
            Scenario("parked-night", summary: "eight hours parked", journey: .parked(hours: 8)),
            Scenario(
                "parked-honest", summary: "parked, the receiver's own accuracy, which is honest",
                journey: .parked(hours: 4)
            ) { $0.claim = .own(factor: 1) },
            Scenario(
                "parked-lying", summary: "parked, the receiver claims a third of its error", journey: .parked(hours: 4)
            ) { $0.claim = .own(factor: 1 / 3) },
            Scenario("parked-10hz", summary: "parked, ten epochs a second", journey: .parked(hours: 2), tenths: 1),
            Scenario(
                "parked-slow", summary: "parked, an epoch each five seconds", journey: .parked(hours: 4), tenths: 50),
            Scenario(
                "parked-nospeed", summary: "parked, sentences without speed and course", journey: .parked(hours: 4)
            ) { $0.speed = .none },
            Scenario(
                "parked-nmea", summary: "parked, four decimals of minutes", journey: .parked(hours: 4)
            ) { $0.minuteDecimals = 4 },
            Scenario(
                "parked-teleports", summary: "parked, single fixes 100 m to 50 km off", journey: .parked(hours: 4)
            ) { $0.faults = [.teleports] },
            Scenario(
                "canyon", summary: "two hours parked between tall buildings: reflections, dropouts",
                journey: .parked(hours: 2, in: .canyon)),
            Scenario(
                "canyon-lying", summary: "the same, the receiver claims half of its error",
                journey: .parked(hours: 2, in: .canyon)
            ) { $0.claim = .own(factor: 0.5) },
            Scenario("anchor", summary: "two hours at anchor, swinging on 25 m of chain", journey: .anchor),
        ]
    }

    private static var moving: [Scenario] {
        [
            Scenario("walk", summary: "three quarters of an hour on foot", journey: .walk),
            Scenario("walk-nmea", summary: "the same, four decimals of minutes", journey: .walk) {
                $0.minuteDecimals = 4
            },
            Scenario("queue", summary: "creeping in a queue, stopping each few metres", journey: .queue),
            Scenario("city", summary: "a drive through a town: lights, houses, a tunnel", journey: .city),
            Scenario("city-nmea", summary: "the same, five decimals of minutes", journey: .city) {
                $0.minuteDecimals = 5
            },
            Scenario("city-lying", summary: "the same, the receiver claims half of its error", journey: .city) {
                $0.claim = .own(factor: 0.5)
            },
            Scenario("city-10hz", summary: "the same, ten epochs a second", journey: .city, tenths: 1),
            Scenario("city-slow", summary: "the same, an epoch each five seconds", journey: .city, tenths: 50),
            Scenario("city-nospeed", summary: "the same, sentences without speed and course", journey: .city) {
                $0.speed = .none
            },
            Scenario(
                "city-derived", summary: "the same, speed and course calculated from positions", journey: .city
            ) { $0.speed = .derived },
            Scenario("city-nocourse", summary: "the same, sentences without course", journey: .city) {
                $0.faults = [.noCourse]
            },
            Scenario("road", summary: "a country road", journey: .road),
            Scenario(
                "road-5hz", summary: "the same, five epochs a second, an honest receiver", journey: .road, tenths: 2
            ) { $0.claim = .own(factor: 1) },
            Scenario("motorway", summary: "a motorway at 110 to 130 km/h", journey: .motorway),
            Scenario("train", summary: "a train at 200 km/h: stations, long cuttings", journey: .train),
            Scenario("antimeridian", summary: "across the antimeridian and back", journey: .antimeridian),
            Scenario("pole", summary: "over the ice, past the pole", journey: .pole),
        ]
    }

    private static var faulty: [Scenario] {
        [
            Scenario("relocation", summary: "two hours without power, and 80 km on", journey: .powerOff),
            Scenario("ferry", summary: "an hour in a ferry's hold, without a position", journey: .ferry),
            Scenario(
                "city-teleports", summary: "a drive through a town, single fixes 100 m to 50 km off", journey: .city
            ) { $0.faults = [.teleports] },
            Scenario("frozen", summary: "a country road, the position frozen by gpsd 3.22", journey: .road) {
                $0.faults = [.frozen]
            },
            Scenario("duplicates", summary: "a country road, every fifth epoch twice", journey: .road) {
                $0.faults = [.duplicates]
            },
            Scenario("rollover", summary: "a country road, the calendar 1024 weeks behind", journey: .road) {
                $0.faults = [.rollover]
            },
        ]
    }

    /// Scenarios with a lasting error of speed or course, and those too slow to have a course.
    private static var misleading: [Scenario] {
        [
            Scenario("speed-zero", summary: "a drive through a town, the speed always 0", journey: .city) {
                $0.faults = [.speedTimes(0)]
            },
            Scenario("speed-zero-bare", summary: "the same, without course", journey: .city) {
                $0.faults = [.speedTimes(0), .noCourse]
            },
            Scenario(
                "speed-stuck", summary: "a drive through a town, speed and course stuck after three minutes",
                journey: .city
            ) { $0.faults = [.speedStuck] },
            Scenario("speed-scaled", summary: "a motorway, the speed 8 percent too high", journey: .motorway) {
                $0.faults = [.speedTimes(1.08)]
            },
            Scenario(
                "speed-knots", summary: "a country road, the speed in knots taken for metres a second", journey: .road
            ) { $0.faults = [.speedTimes(1 / NMEAUnits.knot)] },
            Scenario("course-stuck", summary: "a country road, the course stuck after three minutes", journey: .road) {
                $0.faults = [.courseStuck]
            },
            Scenario(
                "speed-late", summary: "a drive through a town, speed and course a second old", journey: .city
            ) { $0.faults = [.speedLate] },
            Scenario("speed-high", summary: "a country road, the speed 3 percent too high", journey: .road) {
                $0.faults = [.speedTimes(1.03)]
            },
            Scenario("course-off", summary: "a country road, the course 3 degrees off", journey: .road) {
                $0.faults = [.courseOff(3)]
            },
            Scenario(
                "adrift", summary: "a boat adrift at 0.3 m/s, no course below half a metre a second", journey: .adrift
            ) { ($0.courseFrom, $0.velocity) = (0.5, 0.07) },
            Scenario(
                "stroll-nospeed", summary: "a stroll at 0.5 m/s, sentences without speed and course", journey: .stroll
            ) { $0.speed = .none },
        ]
    }
}
