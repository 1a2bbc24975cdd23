/// The encoding of a column: its plan and its residuals.
struct ColumnAnalysis {
    private(set) var plan = ColumnPlan()
    private(set) var residuals: [Int64]
    /// The approximate number of bits of the residuals.
    private(set) var cost = 0

    /// Finds the plan with the fewest bits.
    ///
    /// - Parameters:
    ///   - values: the values of all rows.
    ///   - isKnown: true if all rows are known, regardless of their values.
    ///   - modulus: a full circle in units of the values; nil if they are not circular.
    init(_ values: [Int64], isKnown: Bool = false, modulus: Int64? = nil) {
        residuals = values
        guard let first = values.first(where: { isKnown || $0 != Quantity.unknown }) else { return }
        plan.presence = !isKnown && values.contains(Quantity.unknown) ? .some : .all
        plan.base = first
        plan.step = step(from: first, modulus: modulus)
        guard plan.step > 0 else {
            clearResiduals()
            return
        }
        if modulus != nil { plan.base = first % plan.step }
        divide()
        if modulus == nil { chooseOrder() } else { plan.order = 1 }
        computeResiduals(modulus: modulus.map { $0 / plan.step })
    }

    /// Returns a copy that is marked with the column's relation.
    func related() -> ColumnAnalysis {
        var copy = self
        copy.plan.isRelated = true
        return copy
    }

    /// Returns the greatest common divisor of all differences; 0 if there are none.
    private func step(from base: Int64, modulus: Int64?) -> Int64 {
        let hasUnknown = plan.presence == .some
        var divisor: UInt64 = 0
        for value in residuals where !hasUnknown || value != Quantity.unknown {
            var rest = (value &- base).magnitude
            while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
            if divisor == 1 { return 1 }
        }
        if let modulus, divisor != 0 {
            var rest = modulus.magnitude
            while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        }
        return Int64(exactly: divisor) ?? 1
    }

    private mutating func clearResiduals() {
        let hasUnknown = plan.presence == .some
        for index in residuals.indices where !hasUnknown || residuals[index] != Quantity.unknown {
            residuals[index] = 0
        }
    }

    private mutating func divide() {
        let base = plan.base
        let step = plan.step
        let hasUnknown = plan.presence == .some
        var rows = residuals.mutableSpan
        for index in rows.indices {
            if hasUnknown, rows[index] == Quantity.unknown { continue }
            let rest = rows[index] &- base
            rows[index] = step == 1 ? rest : rest / step
        }
    }

    private mutating func chooseOrder() {
        var costs = (0, 0, 0)
        var last = 0 as Int64
        var step = 0 as Int64
        let hasUnknown = plan.presence == .some
        for value in residuals {
            if hasUnknown, value == Quantity.unknown { continue }
            let next = value &- last
            costs.0 &-= value.magnitude.leadingZeroBitCount
            costs.1 &-= next.magnitude.leadingZeroBitCount
            costs.2 &-= (next &- step).magnitude.leadingZeroBitCount
            last = value
            step = next
        }
        plan.order = costs.0 <= min(costs.1, costs.2) ? 0 : costs.1 <= costs.2 ? 1 : 2
    }

    private mutating func computeResiduals(modulus: Int64?) {
        let hasUnknown = plan.presence == .some
        var difference = DeltaPredictor(order: plan.order, modulus: modulus)
        var rows = residuals.mutableSpan
        var bits = 0
        for index in rows.indices {
            if hasUnknown, rows[index] == Quantity.unknown { continue }
            rows[index] = difference.residual(rows[index])
            bits &+= 64 &- rows[index].magnitude.leadingZeroBitCount
        }
        cost = bits
    }
}

extension ColumnTable {
    /// Returns the best encoding of a column.
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

    /// Encodes values relative to references if that takes fewer bits.
    private func better(_ values: ArraySlice<Int64>, than references: () -> [Int64]) -> ColumnAnalysis {
        guard values.contains(where: { $0 != Quantity.unknown }) else { return ColumnAnalysis(Array(values)) }
        let rests = zip(values, references()).map { $0 == Quantity.unknown ? $0 : $0 &- $1 }
        let related = ColumnAnalysis(rests).related()
        // No encoding takes fewer bits than none.
        guard related.cost > 0 else { return related }
        let plain = ColumnAnalysis(Array(values))
        return related.cost < plain.cost ? related : plain
    }
}
