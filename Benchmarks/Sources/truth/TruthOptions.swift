import Simulator

/// The command line of `truth`.
struct TruthOptions {
    var scenarios = Scenario.all
    var seeds = Array(UInt64(1)...10)
    var trace: String?
    var isJSON = false
    /// Measures only the cost of the controller per epoch.
    var measuresController = false
    /// Measures only the cost of places per fix.
    var measuresGeofences = false
    /// Scores only the geofences along the routes.
    var scoresGeofences = false
    /// The directory of recorded drives on which only the position now is scored.
    var drives: String?
    /// The hours of clean journeys in which no position may be contradicted.
    var cleanHours: Double?
    var thresholds: String?
    /// Stores the current results as thresholds.
    var accepts = false
    /// Allows goals to be missed that were missed before.
    var allowsKnown = false

    static let usage =
        "usage: truth [--scenario NAME[,NAME]...] [--seed S | --seeds N] [--trace FILE.csv] [--json] [--cost] "
        + "[--place-cost] [--fences] [--clean HOURS] [--drives DIRECTORY] [--thresholds FILE [--accept | --allow-known]]"

    /// Parses a command line; nil if it is invalid.
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
        case "--cost": measuresController = true
        case "--place-cost": measuresGeofences = true
        case "--fences": scoresGeofences = true
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
        case "--drives":
            drives = value
        case "--clean":
            cleanHours = Double(value)
            return cleanHours.map { $0 > 0 } ?? false
        case "--trace":
            trace = value
        default: return false
        }
        return !seeds.isEmpty
    }
}
