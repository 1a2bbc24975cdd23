import Location

/// The journey of a scenario's vehicle, generated for each seed.
struct Journey: Sendable {
    let vehicle: Vehicle
    let origin: Coordinate
    let course: Double
    /// True to begin again at the end.
    let isEndless: Bool
    let stages: @Sendable (inout SeededGenerator) -> [Stage]

    init(
        _ vehicle: Vehicle, latitude: Double, longitude: Double, course: Double = 70, isEndless: Bool = false,
        stages: @escaping @Sendable (inout SeededGenerator) -> [Stage]
    ) {
        self.vehicle = vehicle
        origin = Coordinate(clampingLatitude: latitude, longitude: longitude)
        self.course = course
        self.isEndless = isEndless
        self.stages = stages
    }

    func start(seed: UInt64) -> Traveller {
        var generator = SeededGenerator(seed: seed &* 0x5851_F42D_4C95_7F2D &+ 3)
        let stages = stages(&generator)
        return Traveller(self, stages: stages, seed: generator.next())
    }
}

extension ClosedRange<Double> {
    func draw(_ generator: inout SeededGenerator) -> Double { .random(in: self, using: &generator) }
}

/// Journeys at rest or nearly so.
extension Journey {
    static func parked(hours: Double, in surroundings: SignalEnvironment = .open) -> Journey {
        Journey(.car, latitude: 48.137154, longitude: 11.576124) { _ in [Stage(.stand(hours * 3600), surroundings)] }
    }

    static let anchor = Journey(.boat, latitude: 54.323, longitude: 10.139) { _ in [Stage(.swing(7200))] }

    static let adrift = Journey(.boat, latitude: 53.8667, longitude: 8.7) { _ in
        [Stage(.go(metres: 400, speed: 0.3, end: 0.3))]
    }

    /// A slow stroll with stops.
    static let stroll = Journey(.walker, latitude: 52.37, longitude: 4.89) { generator in
        var stages = [Stage(.stand(60))]
        for _ in 0..<5 {
            for _ in 0..<3 {
                let (speed, turn) = ((0.45...0.55).draw(&generator), (-100...100).draw(&generator))
                stages.append(Stage(.go(metres: (15...50).draw(&generator), speed: speed, end: speed)))
                stages.append(Stage(.go(metres: 2, speed: speed, turn: turn, end: speed)))
            }
            stages.append(Stage(.go(metres: 5, speed: 0.5, end: 0)))
            stages.append(Stage(.stand((20...60).draw(&generator))))
        }
        return stages
    }

    /// A traffic jam: some metres at walking pace, then a stop.
    static let queue = Journey(.car, latitude: 52.5163, longitude: 13.3777) { generator in
        var stages = [Stage(.stand(60))]
        for _ in 0..<60 {
            let speed = (0.5...1.5).draw(&generator)
            stages.append(Stage(.go(metres: (6...30).draw(&generator), speed: speed, end: 0)))
            stages.append(Stage(.stand((3...25).draw(&generator))))
        }
        return stages
    }
}

/// Journeys on foot, by road and by rail.
extension Journey {
    static let walk = Journey(.walker, latitude: -37.80996889, longitude: 144.96326388) { generator in
        var stages = [Stage(.stand(90))]
        for leg in 0..<22 {
            let speed = (1.2...1.5).draw(&generator)
            let side: SignalEnvironment = leg % 4 == 3 ? .street : .open
            stages.append(Stage(.go(metres: (70...220).draw(&generator), speed: speed, end: speed), side))
            let turns: [Double] = [-90, 90, 60, -45]
            let turn = turns.randomElement(using: &generator) ?? 90
            stages.append(Stage(.go(metres: 4, speed: speed, turn: turn, end: speed), side))
            if leg % 5 == 4 {
                stages.append(Stage(.go(metres: 5, speed: speed, end: 0), side))
                stages.append(Stage(.stand((20...120).draw(&generator)), side))
            }
        }
        return stages + [Stage(.go(metres: 20, speed: 1.3, end: 0)), Stage(.stand(60))]
    }

    /// Half an hour through a town: traffic lights, corners, buildings, an urban canyon, a tunnel.
    static let city = Journey(.car, latitude: 48.8566, longitude: 2.3522) { generator in
        var stages = [Stage(.stand(60))]
        for block in 0..<44 {
            stages += cityBlock(side(of: block), &generator)
            if block == 22 { stages += tunnel(&generator) }
        }
        return stages + [Stage(.go(metres: 60, speed: 8, end: 0), .street), Stage(.stand(90), .street)]
    }

    private static func side(of block: Int) -> SignalEnvironment {
        switch block {
        case 12..<17, 33..<36: .canyon
        case 0..<6, 24..<30: .open
        default: .street
        }
    }

    private static func cityBlock(_ side: SignalEnvironment, _ generator: inout SeededGenerator) -> [Stage] {
        let speed = (9...14).draw(&generator)
        let metres = (120...420).draw(&generator)
        switch Double.random(in: 0...1, using: &generator) {
        case ..<0.45:
            return [
                Stage(.go(metres: metres, speed: speed, end: 0), side),
                Stage(.stand((10...60).draw(&generator)), side),
            ]
        case ..<0.7:
            let turn = Bool.random(using: &generator) ? 90.0 : -90
            return [
                Stage(.go(metres: metres, speed: speed, end: 6), side),
                Stage(.go(metres: 14, speed: 6, turn: turn, end: 6), side),
            ]
        default: return [Stage(.go(metres: metres, speed: speed, end: speed), side)]
        }
    }

    private static func tunnel(_ generator: inout SeededGenerator) -> [Stage] {
        let speed = (14...18).draw(&generator)
        return [
            Stage(.go(metres: 200, speed: speed, end: speed), .open),
            Stage(.go(metres: speed * (60...120).draw(&generator), speed: speed, end: speed), .tunnel),
            Stage(.go(metres: 300, speed: speed, end: speed), .open),
        ]
    }

    /// A country road: bends, villages, occasional stops.
    static let road = Journey(.car, latitude: 46.948, longitude: 7.4474) { generator in
        var stages = [Stage(.stand(45))]
        for leg in 0..<10 {
            let speed = (18...26).draw(&generator)
            stages.append(Stage(.go(metres: (900...2400).draw(&generator), speed: speed, end: 13)))
            stages.append(Stage(.go(metres: (150...500).draw(&generator), speed: 13, end: 7)))
            let turn = (-80...80).draw(&generator)
            stages.append(Stage(.go(metres: 30, speed: 7, turn: turn, end: 7)))
            if leg % 3 == 2 {
                stages.append(Stage(.go(metres: 40, speed: 8, end: 0)))
                stages.append(Stage(.stand((15...60).draw(&generator))))
            }
        }
        return stages + [Stage(.go(metres: 100, speed: 12, end: 0)), Stage(.stand(60))]
    }

    static let motorway = Journey(.motorwayCar, latitude: 50.1109, longitude: 8.6821) { generator in
        var stages = [Stage(.stand(30)), Stage(.go(metres: 600, speed: 14, end: 14))]
        for _ in 0..<18 {
            stages.append(Stage(.go(metres: 4000, speed: (30.5...36).draw(&generator), end: 30)))
        }
        return stages + [Stage(.go(metres: 800, speed: 14, end: 0)), Stage(.stand(60))]
    }

    /// A train: stations, 200 km/h, cuttings many kilometres long.
    static let train = Journey(.train, latitude: 47.3782, longitude: 8.5402, course: 250) { generator in
        var stages = [Stage(.stand(120), .cutting)]
        for _ in 0..<4 {
            stages.append(Stage(.go(metres: 6000, speed: 55, end: 55)))
            stages.append(Stage(.go(metres: (9000...16_000).draw(&generator), speed: 55, end: 55), .cutting))
            stages.append(Stage(.go(metres: (5000...9000).draw(&generator), speed: 55, end: 0)))
            stages.append(Stage(.stand((60...150).draw(&generator)), .cutting))
        }
        return stages
    }
}

/// Journeys across numerical singularities and without reception.
extension Journey {
    /// Two hours without power, 80 km away.
    static let powerOff = Journey(.car, latitude: 50.9375, longitude: 6.9603) { _ in
        drive + [Stage(.stand(60)), Stage(.carried(7200, north: 52_000, east: -61_000), .off), Stage(.stand(120))]
            + drive + [Stage(.stand(60))]
    }

    /// An hour in a ferry's hold: the receiver is on and reports no position.
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

    /// Across the antimeridian on Taveuni, Fiji, and back, with a stop on the line.
    static let antimeridian = Journey(.car, latitude: -16.8, longitude: 179.965, course: 88) { generator in
        [
            Stage(.stand(60)), Stage(.go(metres: 3700, speed: 15, end: 0)),
            Stage(.stand((60...180).draw(&generator))), Stage(.go(metres: 4000, speed: 15, end: 5)),
            Stage(.go(metres: 25, speed: 5, turn: 180, end: 5)), Stage(.go(metres: 9000, speed: 16, end: 0)),
            Stage(.stand(60)),
        ]
    }

    /// Over the ice from 89.9 degrees north, past the pole and beyond.
    static let pole = Journey(.sled, latitude: 89.9, longitude: 25, course: 1) { _ in
        [
            Stage(.stand(60)), Stage(.go(metres: 10_900, speed: 12, end: 0)), Stage(.stand(90)),
            Stage(.go(metres: 9000, speed: 12, end: 0)), Stage(.stand(60)),
        ]
    }
}
