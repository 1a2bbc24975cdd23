import Access
import FoundationEssentials
import Linux
import TestSupport
import Testing

/// The built programs read the files that the version before the redesign wrote (`Tests/Product/Fixtures`).
struct CompatibilityTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        let fixtures =
            #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Fixtures/before-redesign"
        for name in try FileManager.default.contentsOfDirectory(atPath: fixtures) {
            try directory.write(name, Array(try Data(contentsOf: URL(filePath: "\(fixtures)/\(name)"))))
        }
    }

    /// Runs a program with the configuration and the state directory of the fixtures; returns its standard output.
    private func run(_ program: String, _ arguments: String..., expecting code: Int32 = 0) throws -> String {
        let path = try #require(Executable.directory) + "/" + program
        let settings = ["--config", directory.file("whereismy.conf"), "--state-directory", directory.path]
        let output = try ProgramOutput.capture(path, arguments + settings, within: .seconds(20))
        #expect(output.status == .exited(code), "\(arguments)")
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @Test("the history has its fixes, its segments and its events")
    func history() throws {
        let info = try run("whereismy", "history", "info", "--format", "json")
        #expect(info.contains("\"fixes\":664") && info.contains("\"segments\":4"), "\(info)")
        #expect(try run("whereismy", "history", "verify", "--format", "json").contains("\"damaged\":[]"))
        let (from, to) = ("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z")
        let track = try run("whereismy", "track", "--from", from, "--to", to, "--format", "csv")
        #expect(track.split(whereSeparator: \.isNewline).count == 601)
        let events = try run("whereismy", "events", "--from", "2026-11-22", "--format", "json")
        for kind in ["enter", "leave", "drag"] { #expect(events.contains("\"\(kind)"), "\(events)") }
    }

    @Test("the gazetteer finds its places")
    func gazetteer() throws {
        #expect(try run("whereismy", "search", "lodz").contains("Łódź"))
        #expect(try run("whereismy", "nearest", "47.4", "8.5").contains("Zürich"))
    }

    @Test("the places, the anchor watch and the configuration are valid")
    func places() throws {
        let places = try run("whereismy", "place", "list", "--format", "json")
        for name in ["Home", "Quay", "Office"] { #expect(places.contains("\"name\":\"\(name)\""), "\(places)") }
        #expect(try run("whereismy", "last", expecting: 3).hasPrefix("ANCHOR DRAGGING"))
        #expect(try run("whereismyd", "--check-config").contains("access.json"))
    }

    @Test("the token and the share are valid")
    func access() throws {
        let store = try AccessStore(decoding: try directory.bytes("access.json"))
        #expect(store.tokens.map(\.name) == ["home-assistant"] && store.shares.count == 1)
    }
}
