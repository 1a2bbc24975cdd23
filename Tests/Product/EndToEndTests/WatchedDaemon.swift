import FoundationEssentials
import Linux
import TestSupport
import Testing

/// The built daemon, without a gpsd, as systemd starts it: with somebody to tell and a watchdog.
final class WatchedDaemon {
    let directory: ScratchDirectory
    let systemd: NotificationSocket
    private let programs: String
    /// Where it looks for a gpsd.
    let port: UInt16

    init() throws {
        programs = try #require(Executable.directory)
        directory = try ScratchDirectory()
        systemd = try NotificationSocket(path: directory.file("notify"))
        port = try FreePort.tcp()
        for name in ["run", "state"] { try Directory.create(directory.file(name), mode: 0o750) }
    }

    /// What it has said on standard error.
    var complaints: String {
        String(decoding: (try? FileContents.read(directory.file("log"))) ?? [], as: UTF8.self)
    }

    /// Starts it with the lines of a configuration file; `watchdog` is the milliseconds after which one would bite.
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

    /// How many signs of life come within that time.
    func pulses(within time: Duration) -> Int {
        systemd.clear()
        _ = Poll.wait([], timeout: time)
        return systemd.all.count { $0 == "WATCHDOG=1" }
    }

    /// Looks again and again until something is so, at most that long; answers whether it is.
    func holds(within limit: Duration, _ condition: () -> Bool) -> Bool {
        let deadline = SystemClock.uptime + limit
        while SystemClock.uptime < deadline {
            if condition() { return true }
            _ = Poll.wait([], timeout: .milliseconds(20))
        }
        return condition()
    }
}
