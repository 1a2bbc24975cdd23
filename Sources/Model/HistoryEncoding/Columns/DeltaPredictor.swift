/// The state of a prediction: each value as it was, or going on as before.
struct DeltaPredictor {
    private let order: Int
    private let modulus: Int64?
    private var last: Int64 = 0
    private var step: Int64 = 0

    init(order: Int, modulus: Int64? = nil) {
        self.order = order
        self.modulus = modulus
    }

    /// What a value differs from its prediction by.
    mutating func residual(_ value: Int64) -> Int64 {
        let residual = shorter(value &- expected)
        update(value)
        return residual
    }

    /// The value that differs from its prediction by that.
    mutating func value(_ residual: Int64) -> Int64 {
        var value = expected &+ residual
        if let modulus {
            if value >= modulus { value &-= modulus } else if value < 0 { value &+= modulus }
        }
        update(value)
        return value
    }

    private var expected: Int64 {
        switch order {
        case 0: 0
        case 1: last
        default: last &+ step
        }
    }

    private mutating func update(_ value: Int64) {
        step = value &- last
        last = value
    }

    private func shorter(_ difference: Int64) -> Int64 {
        guard let modulus else { return difference }
        if 2 &* difference >= modulus { return difference &- modulus }
        return 2 &* difference < 0 &- modulus ? difference &+ modulus : difference
    }
}
