import Location

/// A case that has a number in the format, from 0 upwards without gaps.
protocol NumberedCase: CaseIterable {
    var number: Int64 { get }
}

extension FixMode: NumberedCase {
    var number: Int64 {
        switch self {
        case .unknown: 0
        case .none: 1
        case .twoDimensional: 2
        case .threeDimensional: 3
        }
    }
}

extension Differential: NumberedCase {
    var number: Int64 {
        switch self {
        case .none: 0
        case .dgps: 1
        case .rtkFixed: 2
        case .rtkFloat: 3
        case .deadReckoning: 4
        case .gnssDeadReckoning: 5
        case .surveyed: 6
        case .simulated: 7
        case .precise: 8
        }
    }
}

extension PositionSource: NumberedCase {
    var number: Int64 {
        switch self {
        case .receiver: 0
        case .ecef: 1
        }
    }
}

extension TimeSource: NumberedCase {
    var number: Int64 {
        switch self {
        case .receiver: 0
        case .shifted: 1
        case .reception: 2
        }
    }
}

extension Motion: NumberedCase {
    var number: Int64 {
        switch self {
        case .stationary: 0
        case .moving: 1
        case .unknown: 2
        }
    }
}

extension HorizontalAccuracy.Origin: NumberedCase {
    var number: Int64 {
        switch self {
        case .receiver: 0
        case .axes: 1
        case .dilution: 2
        case .estimate: 3
        }
    }
}
