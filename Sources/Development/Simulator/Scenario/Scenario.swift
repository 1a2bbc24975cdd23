/// A named journey with a receiver on board.
public struct Scenario: Sendable {
    /// The name in lower case.
    public let name: String
    /// A one-line description.
    public let summary: String
    /// The interval between epochs in seconds.
    public var interval: Double { Double(tenths) / 10 }

    /// The interval between epochs in tenths of a second.
    private let tenths: Int
    private let journey: Journey
    private let receiver: ReceiverModel

    init(_ name: String, summary: String, journey: Journey, receiver: ReceiverModel, tenths: Int = 10) {
        self.name = name
        self.summary = summary
        self.journey = journey
        self.receiver = receiver
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
    /// - Returns: its epochs from the first.
    public func run(seed: UInt64, rate: Double? = nil) -> ScenarioRun {
        let requested = rate.flatMap { $0.isFinite && $0 > 0 ? Int((10 / min(max($0, 0.1), 10)).rounded()) : nil }
        return ScenarioRun(journey.start(seed: seed), receiver, tenths: requested ?? tenths, seed: seed)
    }
}

extension Scenario {
    /// All scenarios, stationary ones first.
    public static var all: [Scenario] { stationary + moving + faulty + misleading }

    private static var stationary: [Scenario] {
        [
            Scenario(
                "parked", summary: "four hours parked under open sky", journey: .parked(hours: 4), receiver: .modern),
            Scenario(
                "parked-night", summary: "eight hours parked, an older receiver", journey: .parked(hours: 8),
                receiver: .older),
            Scenario(
                "parked-honest", summary: "parked, the receiver's own accuracy, which is honest",
                journey: .parked(hours: 4),
                receiver: .modern.claiming(1)),
            Scenario(
                "parked-lying", summary: "parked, the receiver claims a third of its error", journey: .parked(hours: 4),
                receiver: .modern.claiming(1 / 3)),
            Scenario(
                "parked-10hz", summary: "parked, ten epochs a second", journey: .parked(hours: 4), receiver: .modern,
                tenths: 1),
            Scenario(
                "parked-slow", summary: "parked, an epoch each five seconds", journey: .parked(hours: 4),
                receiver: .modern, tenths: 50),
            Scenario(
                "parked-nospeed", summary: "parked, sentences without speed and course", journey: .parked(hours: 4),
                receiver: .modern.with { $0.speed = .none }),
            Scenario(
                "parked-teleports", summary: "parked, single fixes 100 m to 50 km off", journey: .parked(hours: 4),
                receiver: .modern.with(.teleports)),
            Scenario(
                "canyon", summary: "two hours parked between tall buildings: reflections, dropouts",
                journey: .parked(hours: 2, in: .canyon), receiver: .modern),
            Scenario(
                "canyon-lying", summary: "the same, the receiver claims half of its error",
                journey: .parked(hours: 2, in: .canyon),
                receiver: .modern.claiming(0.5)),
            Scenario(
                "anchor", summary: "two hours at anchor, swinging on 25 m of chain", journey: .anchor, receiver: .modern
            ),
        ]
    }

    private static var moving: [Scenario] {
        [
            Scenario("walk", summary: "three quarters of an hour on foot", journey: .walk, receiver: .modern),
            Scenario(
                "queue", summary: "creeping in a queue, stopping each few metres", journey: .queue, receiver: .modern),
            Scenario(
                "city", summary: "a drive through a town: lights, houses, a tunnel", journey: .city, receiver: .modern),
            Scenario("city-older", summary: "the same, an older receiver", journey: .city, receiver: .older),
            Scenario(
                "city-lying", summary: "the same, the receiver claims half of its error", journey: .city,
                receiver: .modern.claiming(0.5)),
            Scenario(
                "city-10hz", summary: "the same, ten epochs a second", journey: .city, receiver: .modern, tenths: 1),
            Scenario(
                "city-slow", summary: "the same, an epoch each five seconds", journey: .city, receiver: .modern,
                tenths: 50),
            Scenario(
                "city-nospeed", summary: "the same, sentences without speed and course", journey: .city,
                receiver: .modern.with { $0.speed = .none }),
            Scenario(
                "city-derived", summary: "the same, speed and course worked out from positions", journey: .city,
                receiver: .modern.with { $0.speed = .derived }),
            Scenario(
                "city-nocourse", summary: "the same, sentences without course", journey: .city,
                receiver: .modern.with(.noCourse)),
            Scenario("road", summary: "a country road", journey: .road, receiver: .older),
            Scenario(
                "road-5hz", summary: "the same, five epochs a second, an honest receiver", journey: .road,
                receiver: .modern.claiming(1),
                tenths: 2),
            Scenario("motorway", summary: "a motorway at 110 to 130 km/h", journey: .motorway, receiver: .older),
            Scenario(
                "train", summary: "a train at 200 km/h: stations, long cuttings", journey: .train, receiver: .modern),
            Scenario(
                "antimeridian", summary: "across the antimeridian and back", journey: .antimeridian, receiver: .modern),
            Scenario("pole", summary: "over the ice, past the pole", journey: .pole, receiver: .modern),
        ]
    }

    private static var faulty: [Scenario] {
        [
            Scenario(
                "relocation", summary: "two hours without power, and 80 km on", journey: .powerOff, receiver: .modern),
            Scenario(
                "ferry", summary: "an hour in a ferry's hold, without a position", journey: .ferry, receiver: .modern),
            Scenario(
                "city-teleports", summary: "a drive through a town, single fixes 100 m to 50 km off", journey: .city,
                receiver: .modern.with(.teleports)),
            Scenario(
                "frozen", summary: "a country road, the position frozen by gpsd 3.22", journey: .road,
                receiver: .modern.with(.frozen)),
            Scenario(
                "duplicates", summary: "a country road, every fifth epoch twice", journey: .road,
                receiver: .modern.with(.duplicates)),
            Scenario(
                "rollover", summary: "a country road, the calendar 1024 weeks behind", journey: .road,
                receiver: .modern.with(.rollover)),
        ]
    }

    /// Scenarios with a lasting error of speed or course, and those too slow to have a course.
    private static var misleading: [Scenario] {
        [
            Scenario(
                "speed-zero", summary: "a drive through a town, the speed always 0", journey: .city,
                receiver: .modern.with(.speedTimes(0))),
            Scenario(
                "speed-zero-bare", summary: "the same, without course", journey: .city,
                receiver: .modern.with(.speedTimes(0), .noCourse)),
            Scenario(
                "speed-stuck", summary: "a drive through a town, speed and course stuck after three minutes",
                journey: .city,
                receiver: .modern.with(.speedStuck)),
            Scenario(
                "speed-scaled", summary: "a motorway, the speed 8 percent too high", journey: .motorway,
                receiver: .modern.claiming(1).with(.speedTimes(1.08))),
            Scenario(
                "speed-knots", summary: "a country road, the speed in knots taken for metres a second", journey: .road,
                receiver: .modern.with(.speedTimes(1 / NMEASentence.knot))),
            Scenario(
                "course-stuck", summary: "a country road, the course stuck after three minutes", journey: .road,
                receiver: .modern.with(.courseStuck)),
            Scenario(
                "speed-late", summary: "a drive through a town, speed and course a second old", journey: .city,
                receiver: .modern.with(.speedLate)),
            Scenario(
                "speed-high", summary: "a country road, the speed 3 percent too high", journey: .road,
                receiver: .modern.with(.speedTimes(1.03))),
            Scenario(
                "course-off", summary: "a country road, the course 3 degrees off", journey: .road,
                receiver: .modern.with(.courseOff(3))),
            Scenario(
                "adrift", summary: "a boat adrift at 0.3 m/s, no course below half a metre a second", journey: .adrift,
                receiver: .modern.with { $0.courseFrom = 0.5 }),
            Scenario(
                "stroll-nospeed", summary: "a stroll at 0.5 m/s, sentences without speed and course", journey: .stroll,
                receiver: .modern.with { $0.speed = .none }),
        ]
    }
}
