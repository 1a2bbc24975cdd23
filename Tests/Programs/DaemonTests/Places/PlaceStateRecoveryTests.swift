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

/// The power fails after an event is in the history, and before the standing that it makes is kept.
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

    private static func standing(_ side: PlaceSide, _ second: Int, of name: String = "Home") throws -> PlaceState {
        PlaceState(name: try Self.name(name), side: side, since: begin + .seconds(second))
    }

    private static func occurrence(
        _ kind: PlaceEvent.Kind, _ second: Int, at place: String = "Home"
    ) -> PlaceEvent {
        PlaceEvent(kind, place: place, moment: begin + .seconds(second + 10), since: begin + .seconds(second))
    }

    private func keep(_ standings: [PlaceState]) throws {
        try AtomicFile.replace(settings.placeStatesFile, with: PlaceStatesJSON.encode(standings), mode: 0o640)
    }

    /// A desk with a history, and what it begins with; both are closed after the body.
    private func withDesk(_ body: (PlaceInitialState, PlaceService) throws -> Void) throws {
        let history = try HistoryOutput(settings) { Issue.record("\($0)") }
        defer { history.close() }
        let desk = try PlaceService(
            settings, TrackerOutputs(reports: try ReportMailbox.blocking(), verdicts: SharedVerdicts(), history: history))
        defer { desk.close() }
        try body(desk.initialState(), desk)
    }

    private func happened() throws -> [PlaceEvent] {
        var all: [PlaceEvent] = []
        try SQLiteHistory(path: settings.historyFile, access: .readOnly)
            .forEachPlaceEvent(.all, place: nil) { all.append($0) }
        return all
    }

    @Test(
        "what happened after what is kept counts, and what happened before it does not",
        arguments: [
            // At the first event of all nothing is kept yet.
            ([], [(.enter, 10)], [(.inside, 10)]),
            ([(.outside, 0)], [(.enter, 10)], [(.inside, 10)]),
            ([(.inside, 0)], [(.leave, 10)], [(.outside, 10)]),
            ([(.outside, 0)], [(.enter, 10), (.leave, 20)], [(.outside, 20)]),
            ([(.inside, 10)], [(.enter, 10)], [(.inside, 10)]),
            // Decided to be outside without an event, as a first decision is.
            ([(.outside, 30)], [(.enter, 10)], [(.outside, 30)]),
            ([(.outside, 0)], [], [(.outside, 0)]),
            // The clock was an hour ahead, and set back after the first.
            ([(.outside, 10)], [(.enter, 3600), (.leave, 10)], [(.outside, 10)]),
            ([(.inside, 3600)], [(.enter, 3600), (.leave, 10)], [(.outside, 10)]),
            ([], [(.enter, 3600), (.leave, 10)], [(.outside, 10)]),
        ] as [([(PlaceSide, Int)], [(PlaceEvent.Kind, Int)], [(PlaceSide, Int)])])
    func standings(
        kept: [(PlaceSide, Int)], happened: [(PlaceEvent.Kind, Int)], expected: [(PlaceSide, Int)]
    ) throws {
        let history = try SQLiteHistory(path: settings.historyFile, access: .readWrite)
        // Of a place that is no more nothing is to be known.
        _ = try history.append(
            events: happened.map { Self.occurrence($0.0, $0.1) } + [Self.occurrence(.enter, 5, at: "Gone")])
        try keep(kept.map { try Self.standing($0.0, $0.1) })
        let right = try expected.map { try Self.standing($0.0, $0.1) }
        try withDesk { start, _ in #expect(start.states == right) }
        let written = try PlaceStatesJSON.decode(try FileContents.read(settings.placeStatesFile))
        #expect(written == right)
    }

    @Test(
        "what happened where a place was before it was made anew elsewhere is not of the new one",
        arguments: [
            (.enter, 0, .inside), (.enter, 0.001, .inside), (.enter, 1, nil), (.leave, 1, .outside), (.leave, 0, nil),
        ] as [(PlaceEvent.Kind, Double, PlaceSide?)])
    func namesake(_ kind: PlaceEvent.Kind, north: Double, side: PlaceSide?) throws {
        var occurrence = Self.occurrence(kind, 10)
        occurrence.coordinate = Coordinate(latitude: 52 + north, longitude: 13)
        occurrence.horizontalAccuracy = 20
        var recall = PlaceStateRecovery()
        recall.record(occurrence)
        #expect(recall.states([], of: [try Self.place("Home")]).first?.side == side)
    }

    @Test("the event is in the history before its standing is kept, and is told once over the restart")
    func order() throws {
        try keep([try Self.standing(.outside, 0)])
        let entered = Self.occurrence(.enter, 10)
        let news = PlaceUpdate(events: [entered], states: [try Self.standing(.inside, 10)])
        // In place of the power cut: the standing cannot be written.
        let kept = try FileContents.read(settings.placeStatesFile)
        try AtomicFile.remove(settings.placeStatesFile)
        try Directory.create(settings.placeStatesFile, mode: 0o750)
        try Directory.create(settings.placeStatesFile + "/in the way", mode: 0o750)
        try withDesk { _, desk in desk.updates.publish(news) }
        #expect(try happened() == [entered])
        #expect(try ChildProcess("/bin/rm", ["-r", settings.placeStatesFile]).wait(atMost: .seconds(5)) == .exited(0))
        try AtomicFile.replace(settings.placeStatesFile, with: kept, mode: 0o640)
        try withDesk { start, desk in
            var tracker = PlaceTracker(start)
            for second in 30..<60 {
                desk.updates.publish(tracker.handle(fix(at: second), state: .live, at: Self.moment(second)))
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

    @Test("no standing is kept before its event is in the history")
    func waits() throws {
        try keep([try Self.standing(.outside, 0)])
        let kept = try FileContents.read(settings.placeStatesFile)
        let news = PlaceUpdate(
            events: [Self.occurrence(.enter, 10)], states: [try Self.standing(.inside, 10)])
        try withDesk { _, desk in
            desk.updates.publish(news)
            let deadline = SystemClock.uptime + .seconds(10)
            while try FileContents.read(settings.placeStatesFile) == kept, SystemClock.uptime < deadline {
                _ = Poll.wait([], timeout: .milliseconds(1))
            }
            #expect(try happened().last == news.events.first)
        }
    }

    @Test("standings that the disk has refused are kept as soon as it takes them")
    func again() throws {
        let right = [try Self.standing(.inside, 10)]
        try Directory.create(settings.placeStatesFile, mode: 0o750)
        try Directory.create(settings.placeStatesFile + "/in the way", mode: 0o750)
        let desk = try PlaceService(settings, TrackerOutputs(reports: try ReportMailbox.blocking(), verdicts: SharedVerdicts()))
        desk.updates.publish(PlaceUpdate(states: right, lookup: Self.centre))
        // What was looked up after the standings were tried is told.
        let deadline = SystemClock.uptime + .seconds(10)
        while desk.commands.dequeueNow()?.nearby == nil, SystemClock.uptime < deadline {
            _ = Poll.wait([], timeout: .milliseconds(1))
        }
        #expect(try ChildProcess("/bin/rm", ["-r", settings.placeStatesFile]).wait(atMost: .seconds(5)) == .exited(0))
        desk.updates.publish(PlaceUpdate(lookup: Self.centre))
        desk.close()
        #expect(try PlaceStatesJSON.decode(try FileContents.read(settings.placeStatesFile)) == right)
    }

    @Test("the anchor watch goes by its own file: an alarm in the history does not keep it from raising one")
    func anchor() throws {
        let history = try SQLiteHistory(path: settings.historyFile, access: .readWrite)
        _ = try history.append(events: [Self.occurrence(.dragging, 50, at: PlaceEvent.anchor)])
        let watch = try #require(AnchorWatch(try Self.circle(), set: Self.begin))
        try AtomicFile.replace(settings.anchorFile, with: AnchorWatchJSON.encode(watch), mode: 0o640)
        try withDesk { start, _ in #expect(start.anchor?.isDragging == false) }
    }
}
