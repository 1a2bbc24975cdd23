import Basics
import Configuration
import Delivery
import History
import Linux
import Location
import PublishState
import Synchronization
import Systemd
import TestSupport
import Testing

@testable import Publishing

/// The publisher's loop on a thread, with a history of its own and one destination.
final class RunningPublisher: Sendable {
    /// 2026-01-01T00:00:00Z, the time of the first fix in seconds.
    static let start: Int64 = 1_767_225_600

    private final class Shared: Sendable {
        let stop: WakeSignal
        let isStopped = Mutex(false)
        let log = Mutex<[String]>([])

        init() throws(SystemError) { stop = try WakeSignal() }
    }

    let paths: PublishPaths
    private let directory: ScratchDirectory
    private let settings: Settings
    private let shared: Shared
    private let thread: WorkerThread

    /// Starts to publish to an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - lines: Further lines of the section, such as the format.
    ///   - seconds: The fixes of the history, by their seconds since ``start``.
    ///   - afterCrash: True after a crash of an earlier process in this connection.
    /// - Throws: The errors of creating the files.
    init(to address: String, _ lines: [String], seconds: Range<Int>, afterCrash: Bool = false) throws {
        let directory = try ScratchDirectory()
        self.directory = directory
        let settings = try Self.settings(directory, ["[publish a]", "to = \(address)"] + lines)
        self.settings = settings
        let shared = try Shared()
        self.shared = shared
        let paths = PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
        self.paths = paths
        try Directory.create(settings.stateDirectory, mode: 0o755)
        try Directory.create(settings.historyTickDirectory, mode: 0o755)
        try Self.append(seconds, to: settings)
        try paths.prepare()
        if afterCrash { try AtomicFile.replace(paths.crashNote(of: "a").path, with: [], mode: 0o600) }
        thread = try WorkerThread(name: "test-publish") {
            do { try Self.run(settings, paths, shared) } catch { Issue.record(error) }
        }
    }

    private static func settings(_ directory: ScratchDirectory, _ lines: [String]) throws -> Settings {
        let common = ["since = all", "retry-min = 100ms", "retry-max = 1s"]
        try directory.write("whereismy.conf", Array(((lines + common).joined(separator: "\n") + "\n").utf8))
        let options = [
            "--config", directory.file("whereismy.conf"), "--runtime-directory", directory.file("run"),
            "--state-directory", directory.file("state"),
        ]
        guard case .publish(let settings) = try PublisherOptions.parse(arguments: options, environment: [:]) else {
            preconditionFailure("no option asks for a text")
        }
        return settings
    }

    private static func run(_ settings: Settings, _ paths: PublishPaths, _ shared: Shared) throws {
        var loop = try PublishLoop(settings, paths: paths, heartbeat: nil) { _, text in
            shared.log.withLock { $0.append(text) }
        }
        while !shared.isStopped.withLock({ $0 }) { _ = try loop.step(orUntil: shared.stop.number) }
        try loop.finish()
    }

    private static func append(_ seconds: Range<Int>, to settings: Settings) throws {
        _ = try SQLiteHistory(path: settings.historyFile, access: .readWrite).append(seconds.map(point))
    }

    private static func point(_ second: Int) throws -> TrackPoint {
        var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: (start + Int64(second)) * 1000)
        fix.coordinate = Coordinate(latitude: 47, longitude: 8 + Double(second) / 100_000)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4, origin: .receiver)
        return try #require(TrackPoint(fix))
    }

    /// Adds fixes, and reports the commit as the daemon does.
    func record(_ seconds: Range<Int>) throws {
        try Self.append(seconds, to: settings)
        try AtomicFile.replace(settings.historyTick, with: [], mode: 0o644)
    }

    /// Adds an event, and reports the commit as the daemon does.
    func record(_ event: PlaceEvent) throws {
        _ = try SQLiteHistory(path: settings.historyFile, access: .readWrite).append(events: [event])
        try AtomicFile.replace(settings.historyTick, with: [], mode: 0o644)
    }

    /// The messages of the log.
    var log: [String] { shared.log.withLock { $0 } }

    /// The reason why nothing is delivered, of the status file.
    var problem: String? { (try? PublishStatus.read(paths))??.destinations.first?.problem }

    /// The messages that were set aside.
    var rejectedCount: Int { (try? DirectoryListing.names(in: paths.rejected(of: "a")).count) ?? 0 }

    /// Ends the loop in order; returns the cursor.
    func finish() throws -> DeliveryCursor? {
        shared.isStopped.withLock { $0 = true }
        shared.stop.signal()
        thread.join()
        return try CursorFile(paths, name: "a").read()
    }
}

extension DeliveryCursor {
    /// The second of the last delivered fix since the first one; nil if none is delivered.
    var second: Int? { end.map { Int($0.time.milliseconds / 1000 - RunningPublisher.start) } }
}
