/// A column as it stands in a segment.
struct EncodedColumn {
    let plan: ColumnPlan
    /// What the range coder has written.
    private(set) var coded: [UInt8] = []
    /// The bits beside it.
    private(set) var plain: [UInt8] = []

    /// Encodes all rows of a column.
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
