import Simulator

/// What the program is asked for.
struct Invocation {
    var scenarios = Scenario.all
    var seeds = Array(UInt64(1)...10)
    var trace: String?
    var isJSON = false

    static let usage =
        "usage: truth [--scenario NAME[,NAME]...] [--seed S | --seeds N] [--trace FILE.csv] [--json]"

    /// Reads a command line; nil where it is not understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--json" {
                isJSON = true
            } else if let value = rest.popFirst(), set(option, value) {
                continue
            } else {
                return nil
            }
        }
        if trace != nil, scenarios.count != 1 { return nil }
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
        case "--trace":
            trace = value
        default: return false
        }
        return !seeds.isEmpty
    }
}
