import Location

extension Platform {
    /// Metres per second that it does not exceed: with room above a sprinter, a sports car, a record train, a
    /// speedboat and an airliner in a jet stream.
    var maxSpeed: Double {
        switch self {
        case .pedestrian: 12
        case .road: 90
        case .rail: 170
        case .sea: 60
        case .air, .any: 350
        }
    }

    /// Metres per second squared that it does not exceed for longer than a second.
    var maxAcceleration: Double {
        switch self {
        case .pedestrian: 5
        case .rail, .sea: 4
        case .road: 12
        case .air, .any: 15
        }
    }
}
