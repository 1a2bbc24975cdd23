import Basics
import Command
import CommandLine
import Configuration
import History
import Linux
import TestSupport
import Testing

/// `-q` of the subcommands that report a change.
struct QuietTests {
    private static let anchor =
        #"{"latitude":-37.81,"longitude":144.96,"radius":40.0,"set":"2026-01-01T00:00:00.000Z","dragging":false}"#
    private static let draggedAnchor = anchor.replacing("false", with: "true")
    private static let none = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)

    private static func system(_ responses: [UInt8]...) -> FakeSystem {
        FakeSystem(files: [FakeSystem.report: SampleReport.file()], responses: responses)
    }

    /// Runs it with `-q` and without.
    private static func both(
        _ arguments: [String], in system: () -> FakeSystem
    ) -> (quiet: CommandResult, loud: CommandResult) {
        (system().run(arguments + ["-q"]), system().run(arguments))
    }

    @Test("a place is added, and an anchor watch set, replaced and ended, without a line")
    func places() {
        let (added, addedLoudly) = Self.both(["place", "add", "Hut", "1,2"]) { Self.system(FakeSystem.reply("{}")) }
        #expect(added == CommandResult(code: .success) && addedLoudly.lines.count == 1)
        let set = FakeSystem.reply(Self.anchor, status: 201)
        let (new, newLoudly) = Self.both(["place", "anchor", "here"]) { Self.system(Self.none, set) }
        #expect(new == CommandResult(code: .success) && newLoudly.lines.count == 1)
        let arguments = ["place", "anchor", "here", "--replace"]
        let (replaced, replacedLoudly) = Self.both(arguments) { Self.system(FakeSystem.reply(Self.anchor), set) }
        #expect(replaced == CommandResult(code: .success) && replacedLoudly.lines.count == 2)
        let up = { Self.system(FakeSystem.reply(Self.anchor), Self.none) }
        let (ended, endedLoudly) = Self.both(["place", "anchor", "up"], in: up)
        #expect(ended == CommandResult(code: .success) && endedLoudly.lines.count == 1)
    }

    @Test("what is not about the change is printed: warnings, JSON, a watch that is shown, and an alarm")
    func loud() {
        let add = Self.system(FakeSystem.reply("{}")).run("place", "add", "Hut", "--radius", "5m", "-q")
        #expect(add.output.isEmpty && add.diagnostics.hasPrefix("the position is only known to"))
        let json = Self.system(FakeSystem.reply("{}")).run("place", "add", "Hut", "1,2", "-q", "--format", "json")
        #expect(json.text == "{}")
        #expect(Self.system(FakeSystem.reply(Self.anchor)).run("place", "anchor", "-q").lines.count == 1)
        let dragging = Self.system(Self.none, FakeSystem.reply(Self.draggedAnchor, status: 201))
        let result = dragging.run("place", "anchor", "here", "-q")
        #expect(result.output.isEmpty && result.code == .dragging && result.diagnostics == "the anchor is dragging")
    }

    @Test("an import of places and of a table, and the maintenance of the history, print no line")
    func imports() throws {
        let directory = try ScratchDirectory()
        try directory.write("a.csv", Array("name,latitude,longitude\nA,1,2\n".utf8))
        let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"A"}}"#
        try directory.write("a.json", Array(feature.utf8))
        let reply = FakeSystem.reply(#"{"added":1,"replaced":0}"#)
        let places = ["place", "import", directory.file("a.json"), "--radius", "50m"]
        let (added, addedLoudly) = Self.both(places) { Self.system(reply) }
        #expect(added == CommandResult(code: .success) && addedLoudly.text == "1 added\n")
        let table = ["gazetteer", "import", directory.file("a.csv"), "--state-directory", directory.path]
        let (imported, importedLoudly) = Self.both(table) { Self.system() }
        #expect(imported == CommandResult(code: .success) && importedLoudly.text == "a: 1 places\n")
        let history = try ScratchHistory(ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 2, every: 10))
        let store = try SQLiteHistory(path: history.directory.file("history.db"), access: .readWrite)
        _ = try store.recordImport(nil, source: "a.gpx", format: "GPX", at: Timestamp(milliseconds: 0))
        for action in [["vacuum"], ["undo", "1"], ["prune", "--before", "2026-03-30T08:00:05Z"]] {
            let result = history.run(["history"] + action + ["-q"], in: Self.system())
            #expect(result == CommandResult(code: .success), "\(action)")
        }
    }
}
