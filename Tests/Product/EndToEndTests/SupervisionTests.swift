import Basics
import Glibc
import Linux
import Location
import TestSupport
import Testing

/// The built daemon's notifications to systemd.
@Suite(.serialized)
struct SupervisionTests {
    @Test("ready once page, socket and history exist; then watchdog notifications until stopped")
    func life() throws {
        let watched = try WatchedDaemon()
        let daemon = try watched.start(watchdog: 800)
        #expect(watched.systemd.receives("READY=1", within: .seconds(30)), "\(watched.log)")
        let names = Set(try ["run", "state"].flatMap { try DirectoryListing.names(in: watched.directory.file($0)) })
        #expect(names.isSuperset(of: ["api.sock", "fix.json", "index.html", "starts", "history.db"]), "\(names)")
        #expect(
            watched.holds(within: .seconds(60)) { watched.systemd.all.contains { $0.hasPrefix("STATUS=no-gpsd: ") } })
        let begin = SystemClock.uptime
        let count = Double(watched.watchdogNotifications(within: .seconds(2)))
        // Four in each interval of 800 ms; systemd needs one, and a busy machine delays some.
        let intervals = (SystemClock.uptime - begin) / Duration.milliseconds(800)
        #expect(count >= intervals && count <= 5.6 * intervals, "\(count) in \(intervals) intervals")
        daemon.send(SIGHUP)
        #expect(watched.holds(within: .seconds(60)) { watched.systemd.all.contains { $0.hasPrefix("RELOADING=1\n") } })
        #expect(watched.systemd.receives("READY=1", within: .seconds(30)))
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        #expect(watched.systemd.all.contains("STOPPING=1"))
        // systemd shows the last status for as long as the service is stopped.
        #expect(watched.systemd.all.last == "STATUS=stopped")
        #expect(try FileContents.read(watched.directory.file("run/starts")).isEmpty)
    }

    @Test("a history that cannot be opened is reported before readiness, and nothing else fails")
    func brokenHistory() throws {
        let watched = try WatchedDaemon()
        try watched.directory.write("state/history.db", Array(repeating: 0x78, count: 8192))
        let daemon = try watched.start()
        #expect(watched.systemd.receives("READY=1", within: .seconds(30)), "\(watched.log)")
        #expect(watched.log.contains("history: fixes cannot be written"), "\(watched.log)")
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
    }

    @Test("a stopped daemon sends no watchdog notifications, and resumes when continued")
    func stopped() throws {
        let watched = try WatchedDaemon()
        let daemon = try watched.start(watchdog: 400)
        #expect(watched.systemd.receives("WATCHDOG=1", within: .seconds(30)))
        daemon.send(SIGSTOP)
        _ = watched.watchdogNotifications(within: .milliseconds(100))
        #expect(watched.watchdogNotifications(within: .seconds(1)) == 0)
        daemon.send(SIGCONT)
        #expect(watched.systemd.receives("WATCHDOG=1", within: .seconds(30)))
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
    }

    @Test("a daemon that cannot write sends no watchdog notifications, although it still reads")
    func stuck() throws {
        let watched = try WatchedDaemon()
        let daemon = try watched.start(watchdog: 400)
        #expect(watched.systemd.receives("READY=1", within: .seconds(30)))
        #expect(watched.systemd.receives("WATCHDOG=1", within: .seconds(30)))
        let lock = try FileLock(watched.directory.file("run/.fix.json.new"))
        // A gpsd without a receiver causes the next report.
        let gpsd = try FakeGPSD(port: watched.port) { client, _ in
            client.handshake(devices: [])
            client.waitForEnd()
        }
        #expect(watched.holds(within: .seconds(60)) { watched.watchdogNotifications(within: .seconds(1)) == 0 })
        lock.release()
        #expect(watched.systemd.receives("WATCHDOG=1", within: .seconds(30)))
        daemon.send(SIGTERM)
        #expect(daemon.wait(atMost: .seconds(20)) == .exited(0))
        gpsd.stop()
    }

    @Test("failed starts are retried after increasing pauses, which a signal ends")
    func restraint() throws {
        let watched = try WatchedDaemon()
        for _ in 0..<4 {
            let daemon = try watched.start(configuration: "[gpsd]\naddres = x\n")
            #expect(daemon.wait(atMost: .seconds(20)) == .exited(1))
        }
        let begin = SystemClock.uptime
        let late = try watched.start(configuration: "[gpsd]\naddres = x\n")
        #expect(late.wait(atMost: .seconds(20)) == .exited(1))
        #expect(SystemClock.uptime - begin >= .seconds(1))
        let status = "STATUS=waiting 1 s before the start: the last 4 starts failed"
        #expect(watched.systemd.all.contains(status) && watched.systemd.all.contains("EXTEND_TIMEOUT_USEC=91000000"))
        let waiting = try watched.start()
        #expect(
            watched.holds(within: .seconds(60)) { watched.systemd.all.contains { $0.hasPrefix("STATUS=waiting 2 s") } })
        waiting.send(SIGTERM)
        #expect(waiting.wait(atMost: .seconds(20)) == .exited(0))
        #expect(watched.systemd.all.last == "STATUS=stopped")
        #expect(try FileContents.read(watched.directory.file("run/starts")).isEmpty)
    }

    @Test("a crash prints the signal, the thread and a backtrace", arguments: [SIGSEGV, SIGILL, SIGABRT])
    func crash(signal: Int32) throws {
        let watched = try WatchedDaemon()
        let daemon = try watched.start()
        #expect(watched.systemd.receives("READY=1", within: .seconds(30)))
        // READY=1 may precede the end of the start; then the main thread waits in the program's own code.
        #expect(watched.holds(within: .seconds(60)) { isWaiting(daemon) })
        daemon.send(signal)
        #expect(daemon.wait(atMost: .seconds(10)) == .killed(signal))
        let lines = watched.log.split(separator: "\n").drop { !$0.hasPrefix("crashed: SIG") }
        #expect(lines.first?.contains(" in thread whereismyd; ") == true, "\(watched.log)")
        #expect(lines.contains { $0.hasPrefix("whereismyd+0x") })
        // The watchdog's SIGABRT makes the other threads print traces too.
        let others = ["reader", "writer", "history", "http"].filter { name in
            lines.contains { $0.hasPrefix("thread \(name); ") }
        }
        #expect(others.count == (signal == SIGABRT ? 4 : 0), "\(watched.log)")
    }

    /// Returns true if a process is waiting (proc(5)).
    private func isWaiting(_ process: ChildProcess) -> Bool {
        let status = (try? FileContents.read("/proc/\(process.pid)/status")) ?? []
        return String(decoding: status, as: UTF8.self).contains("State:\tS")
    }
}
