import Basics
import Demonstration
import FoundationEssentials
import Linux
import Location
import Simulator
import Testing
import Wire

/// The built programs, a real gpsd with a simulated receiver, and temporary directories.
final class Installation {
    let gpsd: DemonstrationGPSD
    let feed: SimulatedFeed
    private let start = SystemClock.now().wallClock
    private let place = FileManager.default.temporaryDirectory.path + "/whereismy-test-" + UUID().uuidString
    private let programs: String

    init() throws {
        programs = try #require(Executable.directory)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        gpsd = try DemonstrationGPSD.start()
        feed = try SimulatedFeed(Scenario.demonstration.run(seed: 7, start: start), port: gpsd.receiverPort)
    }

    deinit {
        feed.stop()
        gpsd.stop()
        try? FileManager.default.removeItem(atPath: place)
    }

    var runtimeDirectory: String { place + "/run" }
    /// The daemon's configuration file.
    var configuration: String { place + "/whereismy.conf" }
    var history: String { place + "/state/history.db" }
    private var directories: [String] {
        ["--runtime-directory", runtimeDirectory, "--state-directory", place + "/state"]
    }

    /// Starts the daemon with the text of a configuration file.
    func startDaemon(configuration text: String = "") throws -> ChildProcess {
        let (log, file) = (place + "/log", configuration)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let options =
            ["--gpsd", "\(gpsd.host):\(gpsd.port)", "--config", file, "--listen", "127.0.0.1:0"] + directories
        return try ChildProcess(programs + "/whereismyd", options, output: log, errors: log)
    }

    /// Runs the command; returns its exit code and output.
    func command(_ arguments: String...) throws -> (code: ProcessExitStatus?, output: String) {
        try command(arguments)
    }

    /// Runs the command with an array of arguments.
    func command(_ arguments: [String]) throws -> (code: ProcessExitStatus?, output: String) {
        try run(arguments + directories)
    }

    /// Runs a command that reads the history without the daemon.
    func historyCommand(_ arguments: String...) throws -> (code: ProcessExitStatus?, output: String) {
        try run(arguments + directories.suffix(2))
    }

    private func run(_ arguments: [String]) throws -> (code: ProcessExitStatus?, output: String) {
        let file = place + "/output"
        try? FileManager.default.removeItem(atPath: file)
        let child = try ChildProcess(programs + "/whereismy", arguments, output: file)
        let status = child.wait(atMost: .seconds(60))
        return (status, String(decoding: try FileContents.read(file), as: UTF8.self))
    }

    /// Starts the command with its output in files; returns the process and a closure that reads them.
    func startCommand(
        _ arguments: String..., as name: String
    ) throws -> (child: ChildProcess, readOutput: () -> (output: String, diagnostics: String)) {
        try startCommand(arguments, as: name)
    }

    /// Starts the command with an array of arguments.
    func startCommand(
        _ arguments: [String], as name: String
    ) throws -> (child: ChildProcess, readOutput: () -> (output: String, diagnostics: String)) {
        let (output, errors) = ("\(place)/\(name).out", "\(place)/\(name).err")
        let child = try ChildProcess(
            programs + "/whereismy", arguments + directories, output: output, errors: errors)
        let text = { (file: String) in String(decoding: (try? FileContents.read(file)) ?? [], as: UTF8.self) }
        return (child, { (text(output), text(errors)) })
    }

    /// Runs the command in a time zone; returns its exit code and error output.
    func diagnostics(_ arguments: String..., zone: String = "UTC") throws -> (code: ProcessExitStatus?, message: String)
    {
        let file = place + "/stderr"
        try? FileManager.default.removeItem(atPath: file)
        let child = try ChildProcess(
            programs + "/whereismy", arguments + directories, environment: ["TZ": zone], errors: file)
        let status = child.wait(atMost: .seconds(60))
        return (status, String(decoding: try FileContents.read(file), as: UTF8.self))
    }

    /// The current report; nil if there is none.
    var report: Report? {
        guard let bytes = try? FileContents.read(runtimeDirectory + "/fix.json") else { return nil }
        return try? ReportJSON.decode(bytes)
    }

    /// The current page.
    var page: String {
        String(decoding: (try? FileContents.read(runtimeDirectory + "/index.html")) ?? [], as: UTF8.self)
    }

    /// The state shown on the page; nil if there is no page.
    var pageState: Substring? {
        page.split(separator: #" data-state=""#).dropFirst().first?.split(separator: #"""#).first
    }

    /// The receiver's true position at the time of a fix.
    func truth(of fix: Fix) throws -> Coordinate {
        let time = try #require(fix.timestamp)
        let epoch = Scenario.demonstration.run(seed: 7, start: start).first { $0.time >= time }
        return try #require(epoch).truth.coordinate
    }

    /// Polls a condition until it holds or the time limit passes; returns its last value.
    func holds(within limit: Duration, _ condition: () throws -> Bool) rethrows -> Bool {
        let deadline = SystemClock.uptime + limit
        while SystemClock.uptime < deadline {
            if try condition() { return true }
            _ = Poll.wait([], timeout: .milliseconds(50))
        }
        return try condition()
    }
}
