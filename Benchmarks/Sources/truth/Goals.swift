/// The thresholds: the goals of issue 3, for each scenario.
struct Goals {
    /// Metres an hour.
    var phantom: Double? = 15
    /// Error against that of the raw fixes; never above 1 anywhere.
    var ratio = 1.0
    /// Per cent of the true way.
    var odometer: Double? = 0.5
    /// Per cent of epochs with the motion right; nil where the truth neither stands nor moves.
    var motion: Double? = 99
    /// The mean radius against gpsd's.
    var radius = 0.5

    /// A goal that is missed, with what was reached.
    struct Miss {
        let figure: Figure
        let value: Double
        let limit: ClosedRange<Double>
    }

    /// The goals that a summary misses.
    func misses(_ summary: Summary) -> [Miss] {
        Figure.allCases.compactMap { figure in
            guard let limit = limit(figure), let value = summary.value(figure), !limit.contains(value) else {
                return nil
            }
            return Miss(figure: figure, value: value, limit: limit)
        }
    }

    /// What a figure must be to pass; nil where it is not judged.
    func limit(_ figure: Figure) -> ClosedRange<Double>? {
        switch figure {
        // What is as good as the raw fixes may differ in the last digits.
        case .ratio: 0...(ratio + 1e-6)
        case .phantom: phantom.map { 0...$0 }
        case .odometer: odometer.map { 0...$0 }
        case .outliers, .faults, .astray: 0...0
        case .rejected: 0...0.1
        case .relocation: 0...3
        case .contradiction: 0...10
        case .containment: 95...100
        case .radius: 0...radius
        case .motion: motion.map { $0...100 }
        }
    }

    private static let onTheRoad: Set = [
        "road", "road-5hz", "motorway", "antimeridian", "frozen", "duplicates", "rollover",
    ]

    /// A wrong speed cannot say how far or whether it goes; where it is, and how sure that is, remains.
    ///
    /// The radius must not be vaguer than gpsd's. Where the raw error is small, the seconds until the speed is found
    /// out are most of the error.
    private static func lying(ratio: Double) -> Goals {
        Goals(phantom: nil, ratio: ratio, odometer: nil, motion: nil, radius: 1)
    }

    /// The goals of a scenario.
    static func of(_ scenario: String) -> Goals {
        switch scenario {
        // A boat at anchor neither stands nor goes anywhere, and its way is no way.
        case "anchor": Goals(phantom: nil, odometer: nil, motion: nil)
        case _ where scenario.hasPrefix("parked"): Goals(phantom: 1, ratio: 0.4, odometer: nil)
        case _ where scenario.hasPrefix("canyon"): Goals(phantom: 5, ratio: 0.25, odometer: nil)
        case _ where scenario.hasPrefix("city"): Goals(ratio: 0.6)
        case _ where onTheRoad.contains(scenario): Goals(ratio: 0.9)
        case "queue": Goals(odometer: 1)
        case "speed-scaled", "speed-knots": .lying(ratio: 1.5)
        // What a calibration takes out must not be seen but in the distance, for which the speed alone is asked.
        case "speed-late": Goals(odometer: 1)
        case "speed-high": Goals(odometer: 1)
        case "course-off": Goals()
        case _ where scenario.hasPrefix("speed"): .lying(ratio: 1)
        case "course-stuck": Goals(ratio: 1.5, odometer: nil, radius: 1)
        // Half a metre a second shows only where it has gone on for longer than the error wanders.
        case "adrift": Goals(odometer: 3)
        case "stroll-nospeed": Goals(odometer: 3, motion: 95)
        // Nobody can know the way of somebody who was not there.
        case "relocation", "ferry": Goals(odometer: nil)
        default: Goals()
        }
    }
}
