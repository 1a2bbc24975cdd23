/// What carries the receiver, and so how it can move.
public enum Platform: String, CaseIterable, Sendable {
    /// Somebody on foot.
    case pedestrian
    /// A car, a bus, a bicycle.
    case road
    /// A train.
    case rail
    /// A boat or a ship.
    case sea
    /// An aircraft.
    case air
    /// Not said.
    case any

    /// Metres per second that it does not exceed: with room above a sprinter, a sports car, a record train, a
    /// speedboat and an airliner in a jet stream.
    var topSpeed: Double {
        switch self {
        case .pedestrian: 12
        case .road: 90
        case .rail: 170
        case .sea: 60
        case .air, .any: 350
        }
    }

    /// Metres per second squared that it does not exceed for longer than a second.
    var topAcceleration: Double {
        switch self {
        case .pedestrian: 5
        case .rail, .sea: 4
        case .road: 12
        case .air, .any: 15
        }
    }
}
