import Basics
import Demonstration
import FoundationEssentials
import Linux
import Location
import Simulator
import Testing
import Wire

/// The built programs, a real gpsd with a simulated receiver, and directories of their own.
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
        let receiver = SimulatedReceiver(route: .melbourne, start: start, seed: 7)
        feed = try SimulatedFeed(receiver, port: gpsd.receiverPort)
    }

    deinit {
        feed.stop()
        gpsd.stop()
        try? FileManager.default.removeItem(atPath: place)
    }

    var runtimeDirectory: String { place + "/run" }
    /// The file that the daemon is configured by.
    var configuration: String { place + "/whereismy.conf" }
    var history: String { place + "/state/history.db" }
    private var directories: [String] {
        ["--runtime-directory", runtimeDirectory, "--state-directory", place + "/state"]
    }

    /// Starts the daemon, with the lines of a configuration file.
    func startDaemon(configuration text: String = "") throws -> ChildProcess {
        let (log, file) = (place + "/log", configuration)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let options =
            ["--gpsd", "\(gpsd.host):\(gpsd.port)", "--config", file, "--listen", "127.0.0.1:0"] + directories
        return try ChildProcess(programs + "/whereismyd", options, output: log, errors: log)
    }

    /// Runs the command; answers its exit code and what it printed.
    func command(_ arguments: String...) throws -> (code: ProcessExitStatus?, output: String) {
        try run(arguments + directories)
    }

    /// Runs the command for what reads the history and asks no daemon.
    func historyCommand(_ arguments: String...) throws -> (code: ProcessExitStatus?, output: String) {
        try run(arguments + directories.suffix(2))
    }

    private func run(_ arguments: [String]) throws -> (code: ProcessExitStatus?, output: String) {
        let file = place + "/output"
        try? FileManager.default.removeItem(atPath: file)
        let child = try ChildProcess(programs + "/whereismy", arguments, output: file)
        let status = child.wait(atMost: .seconds(5))
        return (status, String(decoding: try FileContents.read(file), as: UTF8.self))
    }

    /// Starts the command, which writes to files of that name; answers it, and reads what it has said so far.
    func startCommand(
        _ arguments: String..., as name: String
    ) throws -> (child: ChildProcess, said: () -> (output: String, complaint: String)) {
        try startCommand(arguments, as: name)
    }

    /// The same with arguments that are a list.
    func startCommand(
        _ arguments: [String], as name: String
    ) throws -> (child: ChildProcess, said: () -> (output: String, complaint: String)) {
        let (output, errors) = ("\(place)/\(name).out", "\(place)/\(name).err")
        let child = try ChildProcess(
            programs + "/whereismy", arguments + directories, output: output, errors: errors)
        let text = { (file: String) in String(decoding: (try? FileContents.read(file)) ?? [], as: UTF8.self) }
        return (child, { (text(output), text(errors)) })
    }

    /// Runs the command in a time zone; answers its exit code and what it complained of.
    func complaint(_ arguments: String..., zone: String = "UTC") throws -> (code: ProcessExitStatus?, words: String) {
        let file = place + "/complaint"
        try? FileManager.default.removeItem(atPath: file)
        let child = try ChildProcess(
            programs + "/whereismy", arguments + directories, environment: ["TZ": zone], errors: file)
        let status = child.wait(atMost: .seconds(5))
        return (status, String(decoding: try FileContents.read(file), as: UTF8.self))
    }

    /// The report as it is now; nil where there is none.
    var report: Report? {
        guard let bytes = try? FileContents.read(runtimeDirectory + "/fix.json") else { return nil }
        return try? ReportJSON.decode(bytes)
    }

    /// The page as it is now.
    var page: String {
        String(decoding: (try? FileContents.read(runtimeDirectory + "/index.html")) ?? [], as: UTF8.self)
    }

    /// The state that the page says it shows; nil where there is no page.
    var pageState: Substring? {
        page.split(separator: #" data-state=""#).dropFirst().first?.split(separator: #"""#).first
    }

    /// Where the receiver really was at the time of a fix.
    func truth(of fix: Fix) throws -> Coordinate {
        SimulatedRoute.melbourne.truth(after: try #require(fix.timestamp) - start).coordinate
    }

    /// Looks again and again until something is so, at most that long; answers whether it is.
    func holds(within limit: Duration, _ condition: () throws -> Bool) rethrows -> Bool {
        let deadline = SystemClock.uptime + limit
        while SystemClock.uptime < deadline {
            if try condition() { return true }
            _ = Poll.wait([], timeout: .milliseconds(50))
        }
        return try condition()
    }
}
