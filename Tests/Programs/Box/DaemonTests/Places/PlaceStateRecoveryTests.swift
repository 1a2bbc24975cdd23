import API
import Basics
import Configuration
import History
import Linux
import Location
import Places
import PlacesFiles
import TestSupport
import Testing

@testable import Daemon

/// A power failure after an event is recorded and before its state is stored.
struct PlaceStateRecoveryTests {
    private static let begin = Timestamp(milliseconds: 1_767_225_600_000)
    private static let centre = Coordinate(latitude: 52, longitude: 13)
    private let directory: ScratchDirectory
    private let settings: Settings

    init() throws {
        directory = try ScratchDirectory()
        var settings = Settings()
        settings.stateDirectory = directory.path
        settings.runtimeDirectory = directory.path
        self.settings = settings
        try PlaceFile.write(try PlaceCollection([try Self.place("Home")]), to: settings.ownPlacesFile)
    }

    private static func name(_ text: String) throws -> PlaceName { try #require(PlaceName(text)) }

    private static func circle() throws -> PlaceCircle {
        let centre = try #require(Self.centre)
        return try #require(PlaceCircle(centre: centre, radius: 100))
    }

    private static func place(_ name: String) throws -> Place {
        let (name, circle) = (try Self.name(name), try circle())
        return try #require(Place(name: name, shape: .circle(circle)))
    }

    private static func state(_ side: PlaceSide, _ second: Int, of name: String = "Home") throws -> PlaceState {
        PlaceState(name: try Self.name(name), side: side, since: begin + .seconds(second))
    }

    private static func event(
        _ kind: PlaceEvent.Kind, _ second: Int, at place: String = "Home"
    ) -> PlaceEvent {
        PlaceEvent(kind, place: place, moment: begin + .seconds(second + 10), since: begin + .seconds(second))
    }

    private func store(_ states: [PlaceState]) throws {
        try AtomicFile.replace(settings.placeStatesFile, with: PlaceStatesJSON.encode(states), mode: 0o640)
    }

    /// Runs the body with a service, its initial state and a history, and closes both.
    private func withService(_ body: (PlaceInitialState, PlaceService) throws -> Void) throws {
        let history = try HistoryOutput(settings, RecorderCallbacks { Issue.record("\($0)") })
        defer { history.close() }
        let service = try PlaceService(
            settings,
            TrackerOutputs(reports: try ReportMailbox.blocking(), verdicts: SharedVerdicts(), history: history))
        defer { service.close() }
        try body(service.initialState(), service)
    }

    private func happened() throws -> [PlaceEvent] {
        var all: [PlaceEvent] = []
        try SQLiteHistory(path: settings.historyFile, access: .readOnly)
            .forEachPlaceEvent(.all, place: nil) { all.append($0) }
        return all
    }

    @Test(
        "events after the stored states count, earlier ones do not",
        arguments: [
            // At the very first event nothing is stored yet.
            ([], [(.enter, 10)], [(.inside, 10)]),
            ([(.outside, 0)], [(.enter, 10)], [(.inside, 10)]),
            ([(.inside, 0)], [(.leave, 10)], [(.outside, 10)]),
            ([(.outside, 0)], [(.enter, 10), (.leave, 20)], [(.outside, 20)]),
            ([(.inside, 10)], [(.enter, 10)], [(.inside, 10)]),
            // Outside without an event, as after a first decision.
            ([(.outside, 30)], [(.enter, 10)], [(.outside, 30)]),
            ([(.outside, 0)], [], [(.outside, 0)]),
            // The clock was an hour ahead and set back after the first event.
            ([(.outside, 10)], [(.enter, 3600), (.leave, 10)], [(.outside, 10)]),
            ([(.inside, 3600)], [(.enter, 3600), (.leave, 10)], [(.outside, 10)]),
            ([], [(.enter, 3600), (.leave, 10)], [(.outside, 10)]),
        ] as [([(PlaceSide, Int)], [(PlaceEvent.Kind, Int)], [(PlaceSide, Int)])])
    func states(
        stored: [(PlaceSide, Int)], happened: [(PlaceEvent.Kind, Int)], expected: [(PlaceSide, Int)]
    ) throws {
        let history = try SQLiteHistory(path: settings.historyFile, access: .readWrite)
        // A removed place has no state.
        _ = try history.append(
            events: happened.map { Self.event($0.0, $0.1) } + [Self.event(.enter, 5, at: "Gone")])
        try store(stored.map { try Self.state($0.0, $0.1) })
        let right = try expected.map { try Self.state($0.0, $0.1) }
        try withService { start, _ in #expect(start.states == right) }
        let written = try PlaceStatesJSON.decode(try FileContents.read(settings.placeStatesFile))
        #expect(written == right)
    }

    @Test(
        "events of a place before it moved do not count",
        arguments: [
            (.enter, 0, .inside), (.enter, 0.001, .inside), (.enter, 1, nil), (.leave, 1, .outside), (.leave, 0, nil),
        ] as [(PlaceEvent.Kind, Double, PlaceSide?)])
    func namesake(_ kind: PlaceEvent.Kind, north: Double, side: PlaceSide?) throws {
        var event = Self.event(kind, 10)
        event.coordinate = Coordinate(latitude: 52 + north, longitude: 13)
        event.horizontalAccuracy = 20
        var recovery = PlaceStateRecovery()
        recovery.record(event)
        #expect(recovery.states([], of: [try Self.place("Home")]).first?.side == side)
    }

    @Test("the event is recorded before its state is stored, and is published once across the restart")
    func order() throws {
        try store([try Self.state(.outside, 0)])
        let entered = Self.event(.enter, 10)
        let update = PlaceUpdate(events: [entered], states: [try Self.state(.inside, 10)])
        // In place of the power failure: the state cannot be written.
        let stored = try FileContents.read(settings.placeStatesFile)
        try AtomicFile.remove(settings.placeStatesFile)
        try Directory.create(settings.placeStatesFile, mode: 0o750)
        try Directory.create(settings.placeStatesFile + "/in the way", mode: 0o750)
        try withService { _, service in service.updates.publish(update) }
        #expect(try happened() == [entered])
        #expect(try ChildProcess("/bin/rm", ["-r", settings.placeStatesFile]).wait(atMost: .seconds(60)) == .exited(0))
        try AtomicFile.replace(settings.placeStatesFile, with: stored, mode: 0o640)
        try withService { start, service in
            var tracker = PlaceTracker(start)
            for second in 30..<60 {
                service.updates.publish(tracker.handle(fix(at: second), state: .live, at: Self.moment(second)))
            }
        }
        #expect(try happened() == [entered])
    }

    private static func moment(_ second: Int) -> Moment {
        Moment(uptime: .seconds(second), wallClock: begin + .seconds(second))
    }

    private func fix(at second: Int) -> Fix {
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.timestamp = Self.begin + .seconds(second)
        fix.coordinate = Self.centre
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
        return fix
    }

    @Test("no state is stored before its event is recorded")
    func waits() throws {
        try store([try Self.state(.outside, 0)])
        let stored = try FileContents.read(settings.placeStatesFile)
        let update = PlaceUpdate(
            events: [Self.event(.enter, 10)], states: [try Self.state(.inside, 10)])
        try withService { _, service in
            service.updates.publish(update)
            let deadline = SystemClock.uptime + .seconds(30)
            while try FileContents.read(settings.placeStatesFile) == stored, SystemClock.uptime < deadline {
                _ = Poll.wait([], timeout: .milliseconds(1))
            }
            #expect(try happened().last == update.events.first)
        }
    }

    @Test("states are stored as soon as writing works again")
    func again() throws {
        let right = [try Self.state(.inside, 10)]
        try Directory.create(settings.placeStatesFile, mode: 0o750)
        try Directory.create(settings.placeStatesFile + "/in the way", mode: 0o750)
        let service = try PlaceService(
            settings, TrackerOutputs(reports: try ReportMailbox.blocking(), verdicts: SharedVerdicts()))
        service.updates.publish(PlaceUpdate(states: right, lookup: Self.centre))
        // The result of a lookup after the failed write arrives.
        let deadline = SystemClock.uptime + .seconds(30)
        while service.commands.dequeueNow()?.nearby == nil, SystemClock.uptime < deadline {
            _ = Poll.wait([], timeout: .milliseconds(1))
        }
        #expect(try ChildProcess("/bin/rm", ["-r", settings.placeStatesFile]).wait(atMost: .seconds(60)) == .exited(0))
        service.updates.publish(PlaceUpdate(lookup: Self.centre))
        service.close()
        #expect(try PlaceStatesJSON.decode(try FileContents.read(settings.placeStatesFile)) == right)
    }

    @Test("the anchor watch relies on its own file: an alarm in the history does not suppress a new one")
    func anchor() throws {
        let history = try SQLiteHistory(path: settings.historyFile, access: .readWrite)
        _ = try history.append(events: [Self.event(.dragging, 50, at: PlaceEvent.anchor)])
        let watch = try #require(AnchorWatch(try Self.circle(), set: Self.begin))
        try AtomicFile.replace(settings.anchorFile, with: AnchorWatchJSON.encode(watch), mode: 0o640)
        try withService { start, _ in #expect(start.anchor?.isDragging == false) }
    }
}
