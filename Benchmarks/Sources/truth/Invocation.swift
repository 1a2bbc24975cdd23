import Simulator

/// What the program is asked for.
struct Invocation {
    var scenarios = Scenario.all
    var seeds = Array(UInt64(1)...10)
    var trace: String?
    var isJSON = false
    /// Whether the time of an epoch is measured, and nothing else.
    var measuresCost = false
    /// Whether the time that places take of a fix is measured, and nothing else.
    var measuresPlaces = false
    /// Whether fences are laid across the ways, and nothing else.
    var laysFences = false
    var thresholds: String?
    /// Whether what has been reached now becomes the thresholds.
    var accepts = false
    /// Whether a goal that was missed before may be missed still.
    var allowsKnown = false

    static let usage =
        "usage: truth [--scenario NAME[,NAME]...] [--seed S | --seeds N] [--trace FILE.csv] [--json] [--cost] "
        + "[--place-cost] [--fences] [--thresholds FILE [--accept | --allow-known]]"

    /// Reads a command line; nil where it is not understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if flag(option) { continue }
            if let value = rest.popFirst(), set(option, value) {
                continue
            } else {
                return nil
            }
        }
        if trace != nil, scenarios.count != 1 { return nil }
        if accepts || allowsKnown, thresholds == nil { return nil }
        if accepts, scenarios.count != Scenario.all.count || seeds.count != 10 { return nil }
    }

    private mutating func flag(_ option: String) -> Bool {
        switch option {
        case "--json": isJSON = true
        case "--cost": measuresCost = true
        case "--place-cost": measuresPlaces = true
        case "--fences": laysFences = true
        case "--accept": accepts = true
        case "--allow-known": allowsKnown = true
        default: return false
        }
        return true
    }

    private mutating func set(_ option: String, _ value: String) -> Bool {
        switch option {
        case "--scenario":
            scenarios = value.split(separator: ",").compactMap { Scenario.named(String($0)) }
            return !scenarios.isEmpty
        case "--seed":
            seeds = UInt64(value).map { [$0] } ?? []
        case "--seeds":
            seeds = UInt64(value).map { Array(1...max(1, $0)) } ?? []
        case "--thresholds":
            thresholds = value
        case "--trace":
            trace = value
        default: return false
        }
        return !seeds.isEmpty
    }
}
