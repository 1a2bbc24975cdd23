import Glibc

/// The scenarios of `whereismyd --demo`.
extension Scenario {
    /// A walk of a quarter of an hour through the centre of Melbourne and back, endlessly.
    public static let demonstration = Scenario(
        "demonstration", summary: "a walk through Melbourne",
        journey: .melbourne(
            speed: 1.4, isEndless: true,
            [
                Leg(course: 160, metres: 430, rest: 20), Leg(course: 70, metres: 220, rest: 10),
                Leg(course: 340, metres: 215, rest: 30), Leg(course: 340, metres: 215, rest: 10),
                Leg(course: 250, metres: 220), Leg(course: 160, metres: 0),
            ])
    ) { $0 = .demonstration }

    /// Journeys on the days before, which start and end where the walk does.
    public static let demonstrationDays: [(daysAgo: Int, hour: Int, scenario: Scenario)] = [
        (
            3, 9,
            day(
                speed: 1.4,
                [
                    Leg(course: 160, metres: 430), Leg(course: 70, metres: 220, rest: 1500),
                    Leg(course: 70, metres: 660), Leg(course: 160, metres: 220, rest: 600),
                    Leg(course: 250, metres: 880), Leg(course: 340, metres: 650),
                ])
        ),
        (
            2, 10,
            day(
                speed: 5,
                [
                    Leg(course: 340, metres: 1200), Leg(course: 70, metres: 1500),
                    Leg(course: 340, metres: 900, rest: 2400), Leg(course: 160, metres: 900),
                    Leg(course: 250, metres: 700), Leg(course: 160, metres: 1200), Leg(course: 250, metres: 800),
                ])
        ),
        (
            1, 8,
            day(
                speed: 9,
                [
                    Leg(course: 160, metres: 1300), Leg(course: 250, metres: 600),
                    Leg(course: 160, metres: 4225, rest: 7200), Leg(course: 340, metres: 4225),
                    Leg(course: 70, metres: 600), Leg(course: 340, metres: 1300),
                ])
        ),
    ]

    private static func day(speed: Double, _ legs: [Leg]) -> Scenario {
        Scenario("day", summary: "a day before", journey: .melbourne(speed: speed, legs)) { $0 = .demonstration }
    }
}

/// A straight part of a journey along streets.
struct Leg: Sendable {
    /// Degrees from true north.
    let course: Double
    let metres: Double
    /// The seconds of rest at its end.
    var rest = 0.0
}

extension Journey {
    /// The length of a turn at a corner.
    private static let cornerMetres = 2.0

    /// A journey at a steady speed from the test position of WhereIsMyMac, along the city's grid, which is rotated by 20
    /// degrees.
    static func melbourne(speed: Double, isEndless: Bool = false, _ legs: [Leg]) -> Journey {
        let start = legs.first?.course ?? 0
        return Journey(
            .steady, latitude: -37.80996889, longitude: 144.96326388, course: start, isEndless: isEndless
        ) { _ in
            var course = start
            return legs.flatMap { leg in
                let turn = fmod(leg.course - course + 540, 360) - 180
                course = leg.course
                let stages = [
                    Stage(.go(metres: cornerMetres, speed: speed, turn: turn, end: speed)),
                    Stage(.go(metres: leg.metres, speed: speed, end: leg.rest > 0 ? 0 : speed)),
                    Stage(.stand(leg.rest)),
                ]
                return [turn != 0, leg.metres > 0, leg.rest > 0].enumerated().compactMap { $1 ? stages[$0] : nil }
            }
        }
    }
}

extension ReceiverModel {
    /// A good receiver with corrections from a satellite, whose dilution makes gpsd's estimates accurate.
    ///
    /// gpsd computes the 95 percent circle as 4.75 m times HDOP for a differential fix (gpsd's `H_UERE_WITH_DGPS`), and of
    /// a circular normal distribution 95 percent lie within 2.4477 standard deviations.
    static let demonstration: ReceiverModel = {
        var model = ReceiverModel(
            slow: Wandering(deviation: 1.62, time: 60), fast: Wandering(deviation: 0, time: 8), white: 0.3,
            velocity: 0.05, velocityDelay: 0, claim: .dilution)
        (model.courseFrom, model.altitude, model.listsSatellites) = (0.5, 45.1, true)
        return model
    }()
}
