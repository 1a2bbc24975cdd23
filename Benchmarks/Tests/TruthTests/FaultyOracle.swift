import Basics
import Location
import Simulator

@testable import truth

/// A fault that changes one displayed value.
protocol InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment)
}

/// An oracle with a fault.
struct FaultyOracle<Fault: InjectedFault>: Contestant {
    static var name: String { "faulty oracle" }

    private var oracle: Oracle

    init(device: String, at moment: Moment) { oracle = Oracle(device: device, at: moment) }

    mutating func process(_ epoch: ScenarioEpoch) -> (verdict: EpochVerdict, reason: String) { oracle.process(epoch) }

    mutating func advance(to moment: Moment) { oracle.advance(to: moment) }

    func displayedFix(at moment: Moment) -> DisplayedFix {
        var displayed = oracle.displayedFix(at: moment)
        Fault.inject(into: &displayed, at: moment)
        return displayed
    }
}

enum Displaced: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) {
        displayed.coordinate = displayed.coordinate?.moved(north: 8, east: 0)
    }
}

/// The position is outside the radius for a minute.
enum Diverging: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) {
        guard (1500..<1560).contains(moment.uptime.inSeconds) else { return }
        displayed.coordinate = displayed.coordinate?.moved(north: 10, east: 0)
    }
}

/// The odometer grows by two kilometres per hour.
enum Drifting: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) {
        displayed.odometer = (displayed.odometer ?? 0) + moment.uptime.inSeconds * 2000 / 3600
    }
}

enum NullIsland: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) {
        displayed.coordinate = Coordinate(latitude: 0, longitude: 0)
    }
}

enum AlwaysMoving: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) { displayed.motion = .moving }
}

enum AlwaysLive: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) { displayed.state = .live }
}

enum Backwards: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) {
        displayed.timestamp = Timestamp(milliseconds: 1_773_561_600_000) + (.zero - moment.uptime)
    }
}

enum Vague: InjectedFault {
    static func inject(into displayed: inout DisplayedFix, at moment: Moment) { displayed.radius = 200 }
}
