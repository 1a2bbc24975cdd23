/// The goals of a scenario; nil for what is not evaluated there.
struct Goals {
    /// The maximum of phantom distance, metres per hour.
    var phantom: Double? = 15
    /// The maximum of the error relative to the raw fixes.
    var ratio = 1.0
    /// The maximum error of the odometer, per cent of the true distance.
    var odometer: Double? = 0.5
    /// The minimum of epochs with the correct motion, per cent; nil if the truth is neither at rest nor travelling.
    var motion: Double? = 99
    /// The maximum of the mean radius relative to gpsd's model.
    var radius = 0.5

    /// A missed goal with the value that was reached.
    struct Miss {
        let metric: Metric
        let value: Double
        let limit: ClosedRange<Double>
    }

    /// Returns the goals that a summary misses.
    func misses(_ summary: Summary) -> [Miss] {
        Metric.allCases.compactMap { metric in
            guard let limit = limit(metric), let value = summary.value(metric), !limit.contains(value) else {
                return nil
            }
            return Miss(metric: metric, value: value, limit: limit)
        }
    }

    /// Returns the range of values that meet the goal; nil if the metric is not evaluated.
    func limit(_ metric: Metric) -> ClosedRange<Double>? {
        switch metric {
        // A pass-through may differ from the raw fixes in the last digits.
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

    /// Returns the goals for a receiver that reports a wrong speed.
    ///
    /// Distance and motion cannot be known then; position and radius are evaluated. The radius may be at most gpsd's. If
    /// the raw error is small, most of the error comes from the seconds until the wrong speed is detected.
    private static func wrongSpeed(ratio: Double) -> Goals {
        Goals(phantom: nil, ratio: ratio, odometer: nil, motion: nil, radius: 1)
    }

    /// Returns the goals of the scenario with that name.
    static func of(_ scenario: String) -> Goals {
        switch scenario {
        // A boat at anchor is neither at rest nor travelling.
        case "anchor": Goals(phantom: nil, odometer: nil, motion: nil)
        case _ where scenario.hasPrefix("parked"): Goals(phantom: 1, ratio: 0.4, odometer: nil)
        case _ where scenario.hasPrefix("canyon"): Goals(phantom: 5, ratio: 0.25, odometer: nil)
        case _ where scenario.hasPrefix("city"): Goals(ratio: 0.6)
        case _ where onTheRoad.contains(scenario): Goals(ratio: 0.9)
        case "queue": Goals(odometer: 1)
        case "speed-scaled", "speed-knots": .wrongSpeed(ratio: 1.5)
        // A calibrated speed error may affect only the distance, which comes from the speed alone.
        case "speed-late": Goals(odometer: 1)
        case "speed-high": Goals(odometer: 1)
        case "course-off": Goals()
        case _ where scenario.hasPrefix("speed"): .wrongSpeed(ratio: 1)
        case "course-stuck": Goals(ratio: 1.5, odometer: nil, radius: 1)
        // Half a metre per second is not detectable until the movement exceeds the wandering of the error.
        case "adrift": Goals(odometer: 3)
        case "stroll-nospeed": Goals(odometer: 3, motion: 95)
        // The distance of a relocation cannot be known.
        case "relocation", "ferry": Goals(odometer: nil)
        default: Goals()
        }
    }
}
