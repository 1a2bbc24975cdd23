/// The state of a prediction: each value as it was, or going on as before.
struct Difference {
    private let order: Int
    private let turn: Int64?
    private var last: Int64 = 0
    private var step: Int64 = 0

    init(order: Int, turn: Int64? = nil) {
        self.order = order
        self.turn = turn
    }

    /// What a value differs from its prediction by.
    mutating func residual(_ value: Int64) -> Int64 {
        let residual = shorter(value &- expected)
        follow(value)
        return residual
    }

    /// The value that differs from its prediction by that.
    mutating func value(_ residual: Int64) -> Int64 {
        var value = expected &+ residual
        if let turn {
            if value >= turn { value &-= turn } else if value < 0 { value &+= turn }
        }
        follow(value)
        return value
    }

    private var expected: Int64 {
        switch order {
        case 0: 0
        case 1: last
        default: last &+ step
        }
    }

    private mutating func follow(_ value: Int64) {
        step = value &- last
        last = value
    }

    private func shorter(_ difference: Int64) -> Int64 {
        guard let turn else { return difference }
        if 2 &* difference >= turn { return difference &- turn }
        return 2 &* difference < 0 &- turn ? difference &+ turn : difference
    }
}
