/// The results of one contestant in one scenario, over all seeds.
struct Summary {
    let scores: [Score]

    /// Errors over all seeds, metres.
    var displayedError: Double { rootMeanSquare { $0.displayedError } }
    var rawError: Double { rootMeanSquare { $0.rawError } }
    var displayed95: Double { mean { $0.displayed95 } ?? 0 }

    /// Returns the value that is compared with the goal: the mean of a random quantity, the worst of a forbidden one.
    func value(_ metric: Metric) -> Double? {
        switch metric {
        case .ratio: rawError > 0 ? displayedError / rawError : nil
        case .phantom: mean { $0.phantom }
        case .odometer: mean { $0.odometer?.magnitude }
        case .outliers: worst { Double($0.outliers) }
        case .rejected: mean { $0.rejected }
        case .relocation: worst { $0.relocation.map(Double.init) }
        case .contradiction: worst { $0.contradiction }
        case .faults: worst { Double($0.faults) }
        case .astray: worst { $0.astray }
        case .unsure: worst { $0.unsure }
        case .radius: mean { $0.radius }
        case .motion: mean { $0.motion }
        }
    }

    /// Returns the value of the worst seed.
    func worst(_ metric: Metric) -> Double? {
        switch metric {
        case .ratio: worst { $0.rawError > 0 ? $0.displayedError / $0.rawError : nil }
        case .phantom: worst { $0.phantom }
        case .odometer: worst { $0.odometer?.magnitude }
        case .rejected: worst { $0.rejected }
        case .radius: worst { $0.radius }
        case .motion: scores.compactMap(\.motion).min()
        case .outliers, .relocation, .contradiction, .faults, .astray, .unsure: value(metric)
        }
    }

    /// The mean containment, and the smallest, per cent.
    var containment: (mean: Double, worst: Double) {
        (mean { $0.containment } ?? 0, scores.map(\.containment).min() ?? 0)
    }

    /// The mean signed error of the odometer, per cent.
    var odometerBias: Double? { mean { $0.odometer } }

    private func mean(_ value: (Score) -> Double?) -> Double? {
        let values = scores.compactMap(value)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    private func worst(_ value: (Score) -> Double?) -> Double? { scores.compactMap(value).max() }

    private func rootMeanSquare(_ value: (Score) -> Double) -> Double {
        (scores.reduce(0) { $0 + value($1) * value($1) } / Double(max(1, scores.count))).squareRoot()
    }
}
