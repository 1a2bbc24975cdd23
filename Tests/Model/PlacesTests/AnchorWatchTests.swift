import Basics
import Location
import Testing

@testable import Places

struct AnchorWatchTests {
    private static let anchor = Coordinate(clampingLatitude: 54.323, longitude: 10.139)

    private static func moment(_ second: Int) -> Moment {
        Moment(uptime: .seconds(second), wallClock: Timestamp(milliseconds: Int64(second) * 1000))
    }

    private func watch(isDragging: Bool = false) throws -> AnchorWatch {
        let circle = try #require(PlaceCircle(centre: Self.anchor, radius: AnchorWatch.defaultRadius))
        return try #require(AnchorWatch(circle, set: Timestamp(milliseconds: 0), isDragging: isDragging))
    }

    /// Feeds one fix per second at distances in metres from the anchor; nil for no current position.
    private func feed(_ watch: inout AnchorWatch, _ distances: [Double?], from second: Int = 0) -> [String] {
        distances.enumerated().flatMap { index, distance in
            let moment = Self.moment(second + index)
            var fix = Fix(device: "a")
            fix.timestamp = moment.wallClock
            fix.coordinate = Self.anchor.moved(north: distance ?? 0, east: 0)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .estimate)
            let events = watch.handle(fix, state: distance == nil ? .stale : .live, at: moment)
            return events.map { "\(second + index) \($0.kind.rawValue)" }
        }
    }

    @Test("a swinging boat raises no alarm, a drifting one raises it once")
    func drifts() throws {
        var watch = try watch()
        #expect(feed(&watch, (0..<600).map { Double($0 % 60) / 2 }) == [])
        #expect(!watch.isDragging)
        // 0.5 m/s: the circle is left with the 81st second, and 45 m are certain.
        #expect(feed(&watch, (0..<300).map { Double($0) / 2 }, from: 1000) == ["1091 dragging"])
        #expect(watch.isDragging && watch.since == Self.moment(1081).wallClock)
        #expect(feed(&watch, Array(repeating: 10, count: 60), from: 2000) == ["2005 holding"])
        #expect(watch.since == Self.moment(2000).wallClock && watch.set == Self.moment(0).wallClock)
    }

    @Test("a boat outside at the first fix raises the alarm")
    func elsewhere() throws {
        var watch = try watch()
        #expect(feed(&watch, Array(repeating: 500, count: 60)) == ["5 dragging"])
    }

    @Test("a restart does not repeat the alarm")
    func restart() throws {
        var watch = try watch(isDragging: true)
        #expect(feed(&watch, Array(repeating: 500, count: 60)) == [])
        #expect(watch.isDragging)
    }

    @Test("a single outlier raises no alarm")
    func badFix() throws {
        var watch = try watch()
        #expect(feed(&watch, (0..<200).map { $0 % 4 == 3 ? 5000 : 20 }) == [])
    }

    @Test("reports the loss of positions after a minute, once, and their return")
    func blind() throws {
        var watch = try watch()
        #expect(feed(&watch, [10, nil]) == [])
        #expect(watch.deadline == .seconds(61))
        #expect(feed(&watch, Array(repeating: nil, count: 200), from: 2) == ["61 lost"])
        #expect(watch.deadline == nil)
        #expect(feed(&watch, Array(repeating: 100, count: 20), from: 202) == ["202 found", "207 dragging"])
    }

    @Test("ignores a repeated fix")
    func repeats() throws {
        var watch = try watch()
        var fix = Fix(device: "a")
        fix.coordinate = Self.anchor.moved(north: 500, east: 0)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .estimate)
        for second in 0..<60 {
            #expect(watch.handle(fix, state: .live, at: Self.moment(second)) == [])
        }
    }
}
