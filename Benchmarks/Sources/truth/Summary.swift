/// One contestant in one scenario, over all seeds.
struct Summary {
    let scores: [Score]

    /// Over all seeds, metres.
    var shownError: Double { rootMeanSquare { $0.shownError } }
    var rawError: Double { rootMeanSquare { $0.rawError } }
    var shown95: Double { mean { $0.shown95 } ?? 0 }

    /// What a figure is judged by: the mean of what is random, the worst of what must never be.
    func value(_ figure: Figure) -> Double? {
        switch figure {
        case .ratio: rawError > 0 ? shownError / rawError : nil
        case .phantom: mean { $0.phantom }
        case .odometer: mean { $0.odometer?.magnitude }
        case .outliers: worst { Double($0.outliers) }
        case .rejected: mean { $0.rejected }
        case .relocation: worst { $0.relocation.map(Double.init) }
        case .contradiction: worst { $0.contradiction }
        case .faults: worst { Double($0.faults) }
        case .astray: worst { $0.astray }
        case .containment: mean { $0.containment }
        case .radius: mean { $0.radius }
        case .motion: mean { $0.motion }
        }
    }

    /// The same of the worst seed.
    func worst(_ figure: Figure) -> Double? {
        switch figure {
        case .ratio: worst { $0.rawError > 0 ? $0.shownError / $0.rawError : nil }
        case .phantom: worst { $0.phantom }
        case .odometer: worst { $0.odometer?.magnitude }
        case .rejected: worst { $0.rejected }
        case .containment: scores.map(\.containment).min()
        case .radius: worst { $0.radius }
        case .motion: scores.compactMap(\.motion).min()
        case .outliers, .relocation, .contradiction, .faults, .astray: value(figure)
        }
    }

    /// The mean odometer error with its sign, per cent.
    var odometerBias: Double? { mean { $0.odometer } }

    private func mean(_ figure: (Score) -> Double?) -> Double? {
        let values = scores.compactMap(figure)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    private func worst(_ figure: (Score) -> Double?) -> Double? { scores.compactMap(figure).max() }

    private func rootMeanSquare(_ figure: (Score) -> Double) -> Double {
        (scores.reduce(0) { $0 + figure($1) * figure($1) } / Double(max(1, scores.count))).squareRoot()
    }
}
