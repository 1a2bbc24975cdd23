extension Scenario {
    /// All there are, those that stand first.
    public static var all: [Scenario] { standing + moving + faulty + lying }

    private static var standing: [Scenario] {
        [
            Scenario("parked", "four hours parked under open sky", .parked(hours: 4), .modern),
            Scenario("parked-night", "eight hours parked, an older receiver", .parked(hours: 8), .older),
            Scenario(
                "parked-honest", "parked, the receiver's own accuracy, which is honest", .parked(hours: 4),
                .modern.claiming(1)),
            Scenario(
                "parked-lying", "parked, the receiver claims a third of its error", .parked(hours: 4),
                .modern.claiming(1 / 3)),
            Scenario("parked-10hz", "parked, ten epochs a second", .parked(hours: 4), .modern, tenths: 1),
            Scenario("parked-slow", "parked, an epoch each five seconds", .parked(hours: 4), .modern, tenths: 50),
            Scenario(
                "parked-nospeed", "parked, sentences without speed and course", .parked(hours: 4),
                .modern.with { $0.speed = .none }),
            Scenario(
                "parked-teleports", "parked, single fixes 100 m to 50 km off", .parked(hours: 4),
                .modern.with(.teleports)),
            Scenario(
                "canyon", "two hours parked between tall buildings: reflections, dropouts",
                .parked(hours: 2, in: .canyon), .modern),
            Scenario(
                "canyon-lying", "the same, the receiver claims half of its error", .parked(hours: 2, in: .canyon),
                .modern.claiming(0.5)),
            Scenario("anchor", "two hours at anchor, swinging on 25 m of chain", .anchor, .modern),
        ]
    }

    private static var moving: [Scenario] {
        [
            Scenario("walk", "three quarters of an hour on foot", .walk, .modern),
            Scenario("queue", "creeping in a queue, stopping each few metres", .queue, .modern),
            Scenario("city", "a drive through a town: lights, houses, a tunnel", .city, .modern),
            Scenario("city-older", "the same, an older receiver", .city, .older),
            Scenario(
                "city-lying", "the same, the receiver claims half of its error", .city, .modern.claiming(0.5)),
            Scenario("city-10hz", "the same, ten epochs a second", .city, .modern, tenths: 1),
            Scenario("city-slow", "the same, an epoch each five seconds", .city, .modern, tenths: 50),
            Scenario(
                "city-nospeed", "the same, sentences without speed and course", .city,
                .modern.with { $0.speed = .none }),
            Scenario(
                "city-derived", "the same, speed and course worked out from positions", .city,
                .modern.with { $0.speed = .derived }),
            Scenario("city-nocourse", "the same, sentences without course", .city, .modern.with(.noCourse)),
            Scenario("road", "a country road", .road, .older),
            Scenario(
                "road-5hz", "the same, five epochs a second, an honest receiver", .road, .modern.claiming(1),
                tenths: 2),
            Scenario("motorway", "a motorway at 110 to 130 km/h", .motorway, .older),
            Scenario("train", "a train at 200 km/h: stations, long cuttings", .train, .modern),
            Scenario("antimeridian", "across the antimeridian and back", .antimeridian, .modern),
            Scenario("pole", "over the ice, past the pole", .pole, .modern),
        ]
    }

    private static var faulty: [Scenario] {
        [
            Scenario("relocation", "two hours without power, and 80 km on", .powerOff, .modern),
            Scenario("ferry", "an hour in a ferry's hold, without a position", .ferry, .modern),
            Scenario(
                "city-teleports", "a drive through a town, single fixes 100 m to 50 km off", .city,
                .modern.with(.teleports)),
            Scenario("frozen", "a country road, the position frozen by gpsd 3.22", .road, .modern.with(.frozen)),
            Scenario("duplicates", "a country road, every fifth epoch twice", .road, .modern.with(.duplicates)),
            Scenario("rollover", "a country road, the calendar 1024 weeks behind", .road, .modern.with(.rollover)),
        ]
    }

    /// Those whose receiver is wrong about speed or course for long, and those too slow to have one.
    private static var lying: [Scenario] {
        [
            Scenario(
                "speed-zero", "a drive through a town, the speed always 0", .city,
                .modern.with(.speedTimes(0))),
            Scenario(
                "speed-zero-bare", "the same, without course", .city, .modern.with(.speedTimes(0), .noCourse)),
            Scenario(
                "speed-stuck", "a drive through a town, speed and course stuck after three minutes", .city,
                .modern.with(.speedStuck)),
            Scenario(
                "speed-scaled", "a motorway, the speed 8 percent too high", .motorway,
                .modern.claiming(1).with(.speedTimes(1.08))),
            Scenario(
                "speed-knots", "a country road, the speed in knots taken for metres a second", .road,
                .modern.with(.speedTimes(1 / NMEASentence.knot))),
            Scenario(
                "course-stuck", "a country road, the course stuck after three minutes", .road,
                .modern.with(.courseStuck)),
            Scenario(
                "speed-late", "a drive through a town, speed and course a second old", .city,
                .modern.with(.speedLate)),
            Scenario(
                "speed-high", "a country road, the speed 3 percent too high", .road,
                .modern.with(.speedTimes(1.03))),
            Scenario(
                "course-off", "a country road, the course 3 degrees off", .road, .modern.with(.courseOff(3))),
            Scenario(
                "adrift", "a boat adrift at 0.3 m/s, no course below half a metre a second", .adrift,
                .modern.with { $0.courseFrom = 0.5 }),
            Scenario(
                "stroll-nospeed", "a stroll at 0.5 m/s, sentences without speed and course", .stroll,
                .modern.with { $0.speed = .none }),
        ]
    }
}
