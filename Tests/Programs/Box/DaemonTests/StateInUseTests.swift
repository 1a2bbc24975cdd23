import Basics
import Configuration
import FoundationEssentials
import Glibc
import History
import Linux
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// Daemons with one state directory.
struct StateInUseTests {
    private let imported: Imported
    private let settings: Settings

    init() throws {
        imported = try Imported()
        var settings = Settings()
        settings.runtimeDirectory = imported.directory.file("run")
        settings.stateDirectory = imported.directory.file("state")
        settings.configurationDirectory = imported.directory.file("etc")
        settings.http.listen = []
        // Nothing answers there.
        settings.gpsd = GPSDAddress(host: "127.0.0.1", port: 1)
        self.settings = settings
    }

    private func start(in directory: String) throws -> Daemon {
        var settings = settings
        settings.runtimeDirectory = imported.directory.file(directory)
        return try Daemon(settings: settings, announcesStates: false, environment: [:])
    }

    @Test("a second daemon is refused whose runtime directory is another one, until the first has stopped")
    func second() throws {
        let first = try start(in: "run")
        let other = "another whereismyd (process \(getpid())) keeps its state here"
        let fix = "fix: stop it, or --state-directory DIR"
        let error = StateInUseError(description: "\(settings.stateDirectory): \(other); \(fix)")
        #expect(throws: error) { try start(in: "other").stop() }
        first.stop()
        try start(in: "other").stop()
    }

    @Test("imports and readers of the history need no lock")
    func others() throws {
        let daemon = try start(in: "run")
        try imported.write("a.csv", Imported.walk(30), by: CSVEncoder())
        #expect(try imported.run("a.csv"))
        #expect(try imported.points().count == 30)
        daemon.stop()
    }

    @Test("a lock that cannot be made, as on a full disk, keeps no daemon from starting")
    func noLock() throws {
        try FileManager.default.createDirectory(atPath: settings.stateLockFile, withIntermediateDirectories: true)
        if case .some = try DirectoryLock.ofState(settings) { Issue.record("locked") }
        let daemon = try start(in: "run")
        daemon.stop()
    }
}
