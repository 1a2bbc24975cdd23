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

    /// Half an hour through a town: lights, corners, houses, a stretch of canyon, a tunnel.
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

    /// A country road: bends, villages, a halt now and then.
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
