/// Journeys that go nowhere, or hardly.
extension Journey {
    static func parked(hours: Double, in surroundings: SignalEnvironment = .open) -> Journey {
        Journey(.car, latitude: 48.137154, longitude: 11.576124) { _ in [Stage(.stand(hours * 3600), surroundings)] }
    }

    static let anchor = Journey(.boat, latitude: 54.323, longitude: 10.139) { _ in [Stage(.swing(7200))] }

    static let adrift = Journey(.boat, latitude: 53.8667, longitude: 8.7) { _ in
        [Stage(.go(metres: 400, speed: 0.3, end: 0.3))]
    }

    /// Hardly walking, and looking at things.
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

    /// A queue: some metres at walking pace, and standing again.
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
