extension ColumnTable {
    /// How a column is told best.
    func analysis(of column: Column) -> ColumnAnalysis {
        let values = self[column]
        switch column.relation {
        case .none: return ColumnAnalysis(Array(values), isKnown: column.isAlwaysKnown)
        case .minutes:
            return MinuteGrid.indices(values).map { ColumnAnalysis($0).related() } ?? ColumnAnalysis(Array(values))
        case .altitude: return better(values) { self[.altitude].map { $0 == Quantity.unknown ? 0 : $0 } }
        case .climb: return better(values) { predictedClimbs }
        case .circle:
            let isCircle = values.allSatisfy { $0 == Quantity.unknown || (0..<Scale.fullCircle).contains($0) }
            return isCircle
                ? ColumnAnalysis(Array(values), modulus: Scale.fullCircle).related() : ColumnAnalysis(Array(values))
        }
    }

    private var predictedClimbs: [Int64] {
        var ascent = ClimbPredictor()
        return zip(self[.time], zip(self[.altitude], self[.ellipsoidalAltitude])).map {
            ascent.predict(time: $0, altitude: $1.0, ellipsoidal: $1.1)
        }
    }

    /// Tells values from references where that takes fewer bits.
    private func better(_ values: ArraySlice<Int64>, than references: () -> [Int64]) -> ColumnAnalysis {
        guard values.contains(where: { $0 != Quantity.unknown }) else { return ColumnAnalysis(Array(values)) }
        let rests = zip(values, references()).map { $0 == Quantity.unknown ? $0 : $0 &- $1 }
        let related = ColumnAnalysis(rests).related()
        // Fewer than none there cannot be.
        guard related.cost > 0 else { return related }
        let plain = ColumnAnalysis(Array(values))
        return related.cost < plain.cost ? related : plain
    }
}
