/// Journeys to where arithmetic ends, and into the dark.
extension Journey {
    /// Two hours without power, and 80 km on.
    static let powerOff = Journey(.car, latitude: 50.9375, longitude: 6.9603) { _ in
        drive + [Stage(.stand(60)), Stage(.carried(7200, north: 52_000, east: -61_000), .off), Stage(.stand(120))]
            + drive + [Stage(.stand(60))]
    }

    /// An hour in a ferry's hold: the receiver is on and says that it has no position.
    static let ferry = Journey(.car, latitude: 54.0924, longitude: 12.0991) { _ in
        drive + [Stage(.stand(60)), Stage(.carried(3600, north: 30_000, east: -9_000), .tunnel), Stage(.stand(90))]
            + drive + [Stage(.stand(60))]
    }

    private static var drive: [Stage] {
        [
            Stage(.stand(60)), Stage(.go(metres: 3000, speed: 14, end: 6)),
            Stage(.go(metres: 14, speed: 6, turn: 90, end: 6)), Stage(.go(metres: 2000, speed: 14, end: 0)),
        ]
    }

    /// Across the antimeridian on Taveuni, Fiji, and back, with a halt on the line.
    static let antimeridian = Journey(.car, latitude: -16.8, longitude: 179.965, course: 88) { generator in
        [
            Stage(.stand(60)), Stage(.go(metres: 3700, speed: 15, end: 0)),
            Stage(.stand((60...180).draw(&generator))), Stage(.go(metres: 4000, speed: 15, end: 5)),
            Stage(.go(metres: 25, speed: 5, turn: 180, end: 5)), Stage(.go(metres: 9000, speed: 16, end: 0)),
            Stage(.stand(60)),
        ]
    }

    /// Over the ice from 89.9 degrees north, past the pole and on.
    static let pole = Journey(.sled, latitude: 89.9, longitude: 25, course: 1) { _ in
        [
            Stage(.stand(60)), Stage(.go(metres: 10_900, speed: 12, end: 0)), Stage(.stand(90)),
            Stage(.go(metres: 9000, speed: 12, end: 0)), Stage(.stand(60)),
        ]
    }
}
