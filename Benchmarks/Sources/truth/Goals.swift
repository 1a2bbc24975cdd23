/// The goals of a scenario, relative to the raw fixes on the same data; nil for what is not evaluated there.
struct Goals {
    /// The maximum of phantom distance, per cent of the path of the raw fixes at rest.
    var phantom: Double? = 5
    /// The maximum of the error relative to the raw fixes.
    var ratio = 1.05
    /// The maximum error of the odometer, per cent of the true distance.
    var odometer: Double? = 0.5
    /// The minimum of epochs with the correct motion, per cent; nil if the truth is neither at rest nor travelling.
    var motion: Double? = 97

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
        case .ratio: 0...ratio
        case .phantom: phantom.map { 0...$0 }
        case .odometer: odometer.map { 0...$0 }
        case .outliers, .faults, .astray, .unsure: 0...0
        case .rejected: 0...0.1
        case .relocation: 0...3
        case .contradiction: 0...10
        case .radius: 0...5
        case .motion: motion.map { $0...100 }
        }
    }

    /// Returns the goals for a receiver that reports a wrong speed: distance and motion cannot be known then.
    private static func wrongSpeed(ratio: Double = 1.05) -> Goals {
        Goals(phantom: nil, ratio: ratio, odometer: nil, motion: nil)
    }

    /// Returns the goals of the scenario with that name.
    static func of(_ scenario: String) -> Goals {
        switch scenario {
        // A boat at anchor is neither at rest nor travelling.
        case "anchor": Goals(phantom: nil, odometer: nil, motion: nil)
        case _ where scenario.hasPrefix("parked"): Goals(ratio: 0.5, odometer: nil)
        case _ where scenario.hasPrefix("canyon"): Goals(ratio: 0.5, odometer: nil)
        // A calibrated speed error may affect only the distance, which comes from the speed alone.
        case "speed-late", "speed-high": Goals(odometer: 4)
        case "course-off": Goals()
        case "course-stuck": Goals(odometer: nil)
        case _ where scenario.hasPrefix("speed"): .wrongSpeed()
        // Half a metre per second is not detectable until the movement exceeds the wandering of the error.
        case "adrift", "stroll-nospeed": Goals(odometer: nil, motion: 90)
        // The distance of a relocation cannot be known.
        case "relocation", "ferry": Goals(odometer: nil)
        default: Goals()
        }
    }
}
