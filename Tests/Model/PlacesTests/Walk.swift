import Basics
import Location
import Testing

@testable import Places

/// A monitor fed with one fix per second, in metres from a point.
struct Walk {
    static let origin = Coordinate(clampingLatitude: 52.37, longitude: 4.89)

    var monitor: GeofenceMonitor
    var seconds = 0
    /// Milliseconds in addition.
    var milliseconds: Int64 = 0
    private(set) var events: [String] = []

    init(_ places: [Place], states: [PlaceState] = []) {
        monitor = GeofenceMonitor(places, states: states)
    }

    static func place(
        _ name: String, east: Double = 0, radius: Double = 100, dwell: Duration = Place.defaultDwell
    ) throws -> Place {
        let circle = try #require(PlaceCircle(centre: origin.moved(north: 0, east: east), radius: radius))
        let name = try #require(PlaceName(name))
        return try #require(Place(name: name, shape: .circle(circle), dwell: dwell))
    }

    var moment: Moment {
        let since = Int64(seconds) * 1000 + milliseconds
        return Moment(uptime: .milliseconds(since), wallClock: Timestamp(milliseconds: 1_790_000_000_000 + since))
    }

    /// Feeds a number of fixes a second apart, at a distance in metres east of the point.
    mutating func stand(
        east: Double, for count: Int = 1, accuracy: Double = 5, state: TrackingState = .live
    ) {
        for _ in 0..<count {
            var fix = Fix(device: "a", mode: .threeDimensional)
            fix.timestamp = moment.wallClock
            fix.coordinate = Self.origin.moved(north: 0, east: east)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: accuracy, origin: .estimate)
            record(monitor.handle(fix, state: state, at: moment))
            seconds += 1
        }
    }

    /// Replaces the places.
    mutating func reconfigure(_ places: [Place]) { record(monitor.reconfigure(places, at: moment)) }

    private mutating func record(_ new: [GeofenceTransition]) {
        events += new.map { "\(seconds) \($0.kind.rawValue) \($0.place.name)" }
    }
}
