import Basics
import Location
import Simulator

@testable import truth

/// Knows the truth, and spoils one thing of it.
protocol Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment)
}

/// The oracle with a fault.
struct Spoiled<Fault: Spoiler>: Contestant {
    static var name: String { "spoiled" }

    private var oracle: Oracle

    init(device: String, at moment: Moment) { oracle = Oracle(device: device, at: moment) }

    mutating func take(_ epoch: ScenarioEpoch) -> (judgement: Judgement, reason: String) { oracle.take(epoch) }

    mutating func advance(to moment: Moment) { oracle.advance(to: moment) }

    func shown(at moment: Moment) -> Shown {
        var shown = oracle.shown(at: moment)
        Fault.spoil(&shown, at: moment)
        return shown
    }
}

enum Displaced: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) {
        shown.coordinate = shown.coordinate?.moved(north: 8, east: 0)
    }
}

/// For a minute it is where its radius says that it cannot be.
enum Straying: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) {
        guard (1500..<1560).contains(moment.uptime.inSeconds) else { return }
        shown.coordinate = shown.coordinate?.moved(north: 10, east: 0)
    }
}

/// Ten metres an hour.
enum Drifting: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) {
        shown.odometer = (shown.odometer ?? 0) + moment.uptime.inSeconds * 10 / 3600
    }
}

enum Null: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) {
        shown.coordinate = Coordinate(latitude: 0, longitude: 0)
    }
}

enum AlwaysMoving: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) { shown.motion = .moving }
}

enum AlwaysLive: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) { shown.state = .live }
}

enum Backwards: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) {
        shown.timestamp = Timestamp(milliseconds: 1_773_561_600_000) + (.zero - moment.uptime)
    }
}

enum Vague: Spoiler {
    static func spoil(_ shown: inout Shown, at moment: Moment) { shown.radius = 20 }
}
