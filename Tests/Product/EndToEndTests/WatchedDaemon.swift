import FoundationEssentials
import Linux
import TestSupport
import Testing

/// The built daemon, without a gpsd, as started by systemd: with a notification socket and a watchdog.
final class WatchedDaemon {
    let directory: ScratchDirectory
    let systemd: NotificationSocket
    private let programs: String
    /// The port where the daemon expects gpsd.
    let port: UInt16

    init() throws {
        programs = try #require(Executable.directory)
        directory = try ScratchDirectory()
        systemd = try NotificationSocket(path: directory.file("notify"))
        port = try FreePort.tcp()
        for name in ["run", "state"] { try Directory.create(directory.file(name), mode: 0o750) }
    }

    /// The daemon's standard error.
    var log: String {
        String(decoding: (try? FileContents.read(directory.file("log"))) ?? [], as: UTF8.self)
    }

    /// Starts the daemon with the text of a configuration file; `watchdog` is the timeout in milliseconds.
    func start(configuration: String = "", watchdog: Int? = nil) throws -> ChildProcess {
        let (log, file) = (directory.file("log"), directory.file("whereismy.conf"))
        try directory.write("whereismy.conf", Array(configuration.utf8))
        var environment = [
            "NOTIFY_SOCKET": directory.file("notify"), "RUNTIME_DIRECTORY": directory.file("run"),
            "STATE_DIRECTORY": directory.file("state"), "SWIFT_BACKTRACE": "enable=no",
        ]
        if let watchdog { environment["WATCHDOG_USEC"] = "\(watchdog)000" }
        let options = ["--gpsd", "127.0.0.1:\(port)", "--config", file, "--listen", "none"]
        return try ChildProcess(
            programs + "/whereismyd", options, environment: environment, output: log, errors: log)
    }

    /// Returns the number of watchdog notifications within a duration.
    func watchdogNotifications(within time: Duration) -> Int {
        systemd.clear()
        _ = Poll.wait([], timeout: time)
        return systemd.all.count { $0 == "WATCHDOG=1" }
    }

    /// Polls a condition until it holds or the time limit passes; returns its last value.
    func holds(within limit: Duration, _ condition: () -> Bool) -> Bool {
        let deadline = SystemClock.uptime + limit
        while SystemClock.uptime < deadline {
            if condition() { return true }
            _ = Poll.wait([], timeout: .milliseconds(20))
        }
        return condition()
    }
}
