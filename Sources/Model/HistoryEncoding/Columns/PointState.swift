import Location

/// The enumerated values of a point as one number.
///
/// The numbers are part of the format: a new value requires a new version.
struct PointState: Equatable {
    /// The numbers of a level of integrity: nominal ones are those of version 1, and take no more bytes.
    private static let perLevel: Int64 = 4 * 9 * 2 * 3 * 3 * 4
    /// The last number of version 1 of a segment.
    static let maxNominal = perLevel - 1
    static let maxNumber = 3 * perLevel - 1

    var mode: FixMode
    var differential: Differential
    var source: PositionSource
    var timeSource: TimeSource
    var motion: Motion
    var origin: HorizontalAccuracy.Origin
    var integrity: Integrity.Level

    /// Creates the state of a point; without a radius, its origin is dropped.
    init(_ point: borrowing TrackPoint, hasRadius: Bool) {
        mode = point.fix.mode
        differential = point.fix.differential
        source = point.fix.source
        timeSource = point.fix.timeSource
        motion = point.motion
        origin = hasRadius ? point.fix.horizontalAccuracy?.origin ?? .receiver : .receiver
        integrity = point.integrity
    }

    /// All seven in mixed radix, the mode lowest.
    var number: Int64 {
        let upper = motion.number &+ 3 &* (origin.number &+ 4 &* integrity.number)
        return mode.number &+ 4
            &* (differential.number &+ 9 &* (source.number &+ 2 &* (timeSource.number &+ 3 &* upper)))
    }

    static func isStationary(_ number: Int64) -> Bool { number / (4 * 9 * 2 * 3) % 3 == Motion.stationary.number }

    /// Decodes a state; nil for an invalid number.
    init?(number: Int64) {
        var rest = number
        func next<Case: NumberedCase>(_ type: Case.Type) -> Case? {
            let count = Int64(Case.allCases.count)
            defer { rest /= count }
            return Case.allCases.first { $0.number == rest % count }
        }
        guard let mode = next(FixMode.self), let differential = next(Differential.self),
            let source = next(PositionSource.self), let timeSource = next(TimeSource.self),
            let motion = next(Motion.self), let origin = next(HorizontalAccuracy.Origin.self),
            let integrity = next(Integrity.Level.self), rest == 0
        else { return nil }
        self.mode = mode
        self.differential = differential
        self.source = source
        self.timeSource = timeSource
        self.motion = motion
        self.origin = origin
        self.integrity = integrity
    }
}

/// An enumeration whose cases have numbers in the format, from 0 without gaps.
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

extension Integrity.Level: NumberedCase {
    var number: Int64 {
        switch self {
        case .nominal: 0
        case .doubtful: 1
        case .contradicted: 2
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
