struct EncodedColumn {
    let plan: ColumnPlan
    /// The output of the range coder.
    private(set) var coded: [UInt8] = []
    /// The raw bits.
    private(set) var plain: [UInt8] = []

    init(_ analysis: consuming ColumnAnalysis) {
        plan = analysis.plan
        guard plan.hasStream else { return }
        var coder = RangeEncoder()
        var model = ResidualModel(hasUnknown: plan.presence == .some)
        var residuals = analysis.residuals
        let count = residuals.count
        var rows = residuals.mutableSpan
        model.code(&coder, &rows, from: 0, count: count)
        (coded, plain) = coder.finish()
    }
}

/// Decodes a column in blocks of rows.
struct ColumnDecoder {
    private let column: Column
    private let plan: ColumnPlan
    private var coder: RangeDecoder
    private var model: ResidualModel
    private var difference: DeltaPredictor

    init(column: Column, plan: ColumnPlan, coder: RangeDecoder) {
        self.column = column
        self.plan = plan
        self.coder = coder
        model = ResidualModel(hasUnknown: plan.presence == .some)
        difference = DeltaPredictor(order: plan.order, modulus: plan.modulus(of: column))
    }

    /// Decodes the next rows; the count is a multiple of ``ResidualModel/group`` except for the last ones.
    ///
    /// Values that relate to other columns remain relative.
    mutating func read(_ values: inout [Int64], from start: Int, count: Int) {
        var rows = values.mutableSpan
        let range = start..<(start &+ count)
        guard plan.hasStream else {
            let value = plan.presence == .none ? Quantity.unknown : onGrid(plan.base)
            for index in range { rows[index] = value }
            return
        }
        model.code(&coder, &rows, from: start, count: count)
        let hasUnknown = plan.presence == .some
        for index in range {
            if hasUnknown, rows[index] == Quantity.unknown { continue }
            rows[index] = onGrid(plan.base &+ plan.step &* difference.value(rows[index]))
        }
    }

    private func onGrid(_ value: Int64) -> Int64 {
        plan.isRelated && column.relation == .minutes ? MinuteGrid.steps(value) : value
    }
}
