import Location

/// What a scenario's vehicle does; laid out anew for each seed.
struct Journey: Sendable {
    let vehicle: Vehicle
    let origin: Coordinate
    let course: Double
    let stages: @Sendable (inout SeededGenerator) -> [Stage]

    init(
        _ vehicle: Vehicle, latitude: Double, longitude: Double, course: Double = 70,
        stages: @escaping @Sendable (inout SeededGenerator) -> [Stage]
    ) {
        self.vehicle = vehicle
        origin = Coordinate(clampingLatitude: latitude, longitude: longitude)
        self.course = course
        self.stages = stages
    }

    func start(seed: UInt64) -> Traveller {
        var generator = SeededGenerator(seed: seed &* 0x5851_F42D_4C95_7F2D &+ 3)
        let stages = stages(&generator)
        return Traveller(vehicle, from: origin, course: course, stages: stages, seed: generator.next())
    }
}

extension ClosedRange<Double> {
    /// Any number of the range.
    func draw(_ generator: inout SeededGenerator) -> Double { .random(in: self, using: &generator) }
}
