import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import Testing
import Wire

struct WatchCommandTests {
    typealias TimedEvent = FakeSystem.TimedEvent

    static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

    static func event(_ report: Report, id: String = "a-1") -> String {
        "id: \(id)\nevent: report\ndata: \(String(decoding: ReportJSON.encode(report), as: UTF8.self))\n\n"
    }

    static func bytes(_ text: String, after: Duration = .zero) -> TimedEvent {
        TimedEvent(event: .bytes(Array(text.utf8)), after: after)
    }

    /// The sample report, received just now.
    static func report(_ state: TrackingState = .live, motion: Motion? = nil) -> Report {
        var report = SampleReport.report(state)
        report.received = FakeSystem.now
        report.age = .zero
        report.motion = motion
        return report
    }

    private let begin = bytes(head + event(report()))
    private let gone = SystemError("connect", FakeSystem.socket, code: FakeSystem.absent)

    func written(_ system: FakeSystem) -> String {
        system.actions.map { action in
            if case .write(let bytes) = action { return String(decoding: bytes, as: UTF8.self) }
            return ""
        }.joined()
    }

    private func printedErrors(_ system: FakeSystem) -> [String] {
        system.actions.compactMap { action in
            if case .printError(let text) = action { return text }
            return nil
        }
    }

    private func requests(_ system: FakeSystem) -> [String] {
        system.actions.compactMap { action in
            if case .connect(let bytes) = action { return String(decoding: bytes, as: UTF8.self) }
            return nil
        }
    }

    @Test(
        "a line says that the anchor drags, or that nothing watches it",
        arguments: [
            (true, false, "ANCHOR DRAGGING, 41 ft from it"), (false, true, "ANCHOR NOT WATCHED, 41 ft from it"),
            (true, true, "ANCHOR DRAGGING, 41 ft from it"),
        ])
    func anchor(isDragging: Bool, isLost: Bool, expected: String) {
        var report = Self.report()
        var anchor = SampleReport.anchor
        (anchor.isDragging, anchor.isLost) = (isDragging, isLost)
        report.anchor = anchor
        let system = FakeSystem(script: [
            Self.bytes(Self.head + Self.event(report)), TimedEvent(event: .interrupted),
        ])
        _ = system.run("watch", "--units", "imperial")
        #expect(written(system).contains("  \(expected)  "), "\(written(system))")
        report.anchor = SampleReport.anchor
        let holding = FakeSystem(script: [
            Self.bytes(Self.head + Self.event(report)), TimedEvent(event: .interrupted),
        ])
        _ = holding.run("watch")
        #expect(!written(holding).contains("ANCHOR"))
    }

    @Test("in a pipe each report is a line with the local time")
    func lines() {
        var standing = Self.report(motion: .stationary)
        standing.inside = ["Home"]
        let system = FakeSystem(script: [
            begin, Self.bytes(Self.event(standing), after: .seconds(3)), TimedEvent(event: .interrupted),
        ])
        #expect(system.run("watch") == CommandResult(code: .success))
        #expect(
            written(system) == """
                2026-01-01 01:07:02 +01:00  live, just now  -37.809969, 144.963264 (± 5.5 m)
                2026-01-01 01:07:05 +01:00  live, 3 s ago  -37.809969, 144.963264 (± 5.5 m)  standing still  at Home

                """)
        #expect(
            requests(system) == ["GET /v1/events HTTP/1.0\r\nConnection: close\r\nAccept: text/event-stream\r\n\r\n"])
    }

    @Test("JSON lines are the reports as sent")
    func json() throws {
        let system = FakeSystem(script: [begin, Self.bytes(": heartbeat\n\n"), TimedEvent(event: .interrupted)])
        #expect(system.run("watch", "--format", "json").code == .success)
        #expect(written(system) == String(decoding: ReportJSON.encode(Self.report()), as: UTF8.self) + "\n")
    }

    @Test("on a terminal the line ages, turns stale without reports, and ends with a line feed")
    func terminal() {
        let system = FakeSystem(
            columns: 60, script: [begin, TimedEvent(event: .interrupted, after: .milliseconds(12_500))])
        #expect(system.run("watch").code == .lastKnownOnly)
        let lines = written(system).split(separator: "\r")
        #expect(lines.count == 13)
        #expect(lines.first == "live, just now  -37.809969, 144.963264 (± 5.5 m)\u{1B}[K")
        #expect(lines.dropFirst(5).first?.hasPrefix("live, 5 s ago  ") == true)
        #expect(lines.last == "stale; last known position, 12 s ago  -37.809969, 144.96326\u{1B}[K\n")
    }

    @Test("in a pipe a position turns stale once without reports")
    func stale() {
        let system = FakeSystem(script: [begin, TimedEvent(event: .interrupted, after: .seconds(30))])
        #expect(system.run("watch").code == .lastKnownOnly)
        let lines = written(system).split(separator: "\n")
        #expect(
            lines.count == 2 && lines.last?.contains("01:07:12 +01:00  stale; last known position, 10 s ago") == true)
    }

    @Test(
        "ends once the condition holds",
        arguments: [
            ("live", .live, nil, true), ("live", .noFix, nil, false), ("stale", .stale, nil, true),
            ("stale", .live, nil, false), ("moving", .live, .moving, true), ("moving", .live, .stationary, false),
            ("moving", .stale, .moving, false), ("stationary", .live, .stationary, true),
            ("stationary", .live, .unknown, false),
        ] as [(String, TrackingState, Motion?, Bool)])
    func until(goal: String, state: TrackingState, motion: Motion?, holds: Bool) {
        let system = FakeSystem(script: [
            Self.bytes(Self.head + Self.event(Self.report(state, motion: motion))), TimedEvent(event: .interrupted),
        ])
        let code = system.run("watch", "--until", goal).code
        #expect((code == .success) == holds)
    }

    @Test("a position turns stale without an event from the daemon")
    func staleByItself() {
        let system = FakeSystem(script: [begin, TimedEvent(event: .interrupted, after: .seconds(60))])
        #expect(system.run("watch", "--until", "stale", "--timeout", "50s").code == .success)
    }

    @Test(
        "a timeout is reported, by exit code too",
        arguments: [
            (.live, ["--until", "moving"], .failure, "not moving in time: live, just now"),
            (.noFix, ["--until", "live"], .lastKnownOnly, "not live in time: the receiver has no position; last"),
            (.live, [], .success, nil), (.noFix, [], .lastKnownOnly, nil),
        ] as [(TrackingState, [String], ExitCode, String?)])
    func timeout(state: TrackingState, options: [String], code: ExitCode, message: String?) {
        let system = FakeSystem(script: [
            Self.bytes(Self.head + Self.event(Self.report(state))), TimedEvent(event: .interrupted, after: .seconds(9)),
        ])
        #expect(system.run(["watch", "--timeout", "1s"] + options).code == code)
        let first = printedErrors(system).first
        #expect(message == nil ? first == nil : first?.hasPrefix(message ?? "") == true, "\(first ?? "")")
    }

    @Test("the exit code reports that there is no position")
    func nothing() {
        let none = Self.bytes(Self.head + Self.event(SampleReport.report(.noGPSD, position: false)))
        let system = FakeSystem(script: [none, TimedEvent(event: .interrupted, after: .seconds(9))])
        #expect(system.run("watch", "--timeout", "1s").code == .nothingKnown)
        #expect(written(system).contains("no position is known yet: gpsd cannot be reached"))
    }

    @Test("a restarting daemon is resumed from the last event, and its absence reported once")
    func restarts() {
        let system = FakeSystem(script: [
            begin, TimedEvent(event: .disconnected(nil), after: .seconds(1)),
            TimedEvent(event: .disconnected(gone), after: .milliseconds(101)),
            TimedEvent(event: .disconnected(gone), after: .milliseconds(201)),
            Self.bytes(Self.head + Self.event(Self.report(), id: "b-1"), after: .milliseconds(401)),
            TimedEvent(event: .interrupted),
        ])
        #expect(system.run("watch").code == .success)
        #expect(printedErrors(system) == ["connection to the daemon lost, waiting for it"])
        #expect(requests(system).count == 4)
        #expect(requests(system).dropFirst().allSatisfy { $0.contains("\r\nLast-Event-ID: a-1\r\n") })
        let lines = written(system).split(separator: "\n")
        #expect(lines.count == 3 && lines.dropFirst().first?.contains("the daemon is not running; last known") == true)
    }

    @Test("a silent connection is closed and reopened")
    func silence() {
        let system = FakeSystem(script: [begin, TimedEvent(event: .interrupted, after: .seconds(45))])
        #expect(system.run("watch", "--format", "json").code == .lastKnownOnly)
        #expect(requests(system).count == 2 && system.actions.contains(.disconnect))
    }

    @Test("a missing daemon is an error, except while waiting for a condition")
    func unreachable() {
        let dead = FakeSystem(daemonRuns: false, script: [TimedEvent(event: .disconnected(gone))])
        #expect(dead.run("watch").code == .unreachable)
        #expect(printedErrors(dead) == ["the daemon is not running"])
        let patient = FakeSystem(
            daemonRuns: false,
            script: [
                TimedEvent(event: .disconnected(gone)),
                Self.bytes(Self.head + Self.event(Self.report()), after: .milliseconds(101)),
            ])
        #expect(patient.run("watch", "--until", "live").code == .success)
        #expect(printedErrors(patient) == ["the daemon is not running, waiting for it"])
        let never = FakeSystem(
            daemonRuns: false,
            script: [0, 101, 201, 401, 801].map { TimedEvent(event: .disconnected(gone), after: .milliseconds($0)) }
                + [TimedEvent(event: .interrupted, after: .seconds(9))])
        #expect(never.run("watch", "--until", "live", "--timeout", "2s").code == .unreachable)
        let denied = SystemError("connect", FakeSystem.socket, code: FakeSystem.denied)
        let outsider = FakeSystem(script: [TimedEvent(event: .disconnected(denied))])
        #expect(outsider.run("watch", "--until", "live").code == .failure)
        #expect(
            printedErrors(outsider).first?.hasSuffix("Permission denied, members of the group whereismy have access")
                == true)
    }

    @Test(
        "without a daemon the stored report is shown, with its exit code",
        arguments: [
            ([FakeSystem.report: SampleReport.file()], .lastKnownOnly),
            ([FakeSystem.lastReport: SampleReport.file(.noFix)], .lastKnownOnly),
            ([FakeSystem.report: SampleReport.file(.noGPSD, position: false)], .unreachable),
            ([FakeSystem.report: Array("{".utf8)], .unreachable), ([:], .unreachable),
        ] as [([String: [UInt8]], ExitCode)])
    func left(files: [String: [UInt8]], code: ExitCode) throws {
        let script = [TimedEvent(event: .disconnected(gone))]
        for options in [[], ["--timeout", "9s"], ["--format", "json"]] {
            let system = FakeSystem(daemonRuns: false, files: files, script: script)
            #expect(system.run(["watch"] + options).code == code)
            #expect(printedErrors(system) == ["the daemon is not running"])
        }
        let pipe = FakeSystem(daemonRuns: false, files: files, script: script)
        let json = FakeSystem(daemonRuns: false, files: files, script: script)
        _ = (pipe.run("watch"), json.run("watch", "--format", "json"))
        guard code == .lastKnownOnly else {
            #expect(!written(pipe).contains("-37.8"))
            return
        }
        #expect(
            written(pipe) == "2026-01-01 01:07:02 +01:00  the daemon is not running; last known position, 10 s ago  "
                + "-37.809969, 144.963264 (± 5.5 m)\n")
        #expect(written(json) == json.run("last", "--format", "json").text)
    }

    @Test("errors, invalid events and missed reports are reported in a line each")
    func oddities() {
        let rejected = String(decoding: FakeSystem.errorResponse(503, "busy", "too many streams"), as: UTF8.self)
        let full = FakeSystem(script: [Self.bytes(rejected), TimedEvent(event: .disconnected(nil))])
        #expect(full.run("watch").code == .failure)
        #expect(printedErrors(full) == ["too many streams"])
        for (text, message) in [
            ("SSH-2.0\r\n\r\n", "the peer is not whereismyd"),
            (Self.head + "event: report\ndata: {}\n\n", "state: missing"),
        ] {
            let system = FakeSystem(script: [Self.bytes(text), TimedEvent(event: .interrupted)])
            #expect(system.run("watch").code == .failure)
            #expect(printedErrors(system) == [message])
        }
        let missed = "event: missed\ndata: {\"missed\":12}\n\n"
        let system = FakeSystem(columns: 80, script: [begin, Self.bytes(missed), TimedEvent(event: .interrupted)])
        #expect(system.run("watch").code == .success)
        #expect(printedErrors(system) == ["12 reports were missed"])
        #expect(written(system).hasSuffix("\r\u{1B}[K\n"))
    }

    @Test("control characters in events never reach the terminal")
    func hostile() {
        let report = Self.report(.noFix)
        var odd = report
        odd.detail = "\u{1B}]0;x\u{7}\n\u{202E}"
        let system = FakeSystem(script: [Self.bytes(Self.head + Self.event(odd)), TimedEvent(event: .interrupted)])
        _ = system.run("watch")
        let text = written(system)
        #expect(text.split(separator: "\n").count == 1 && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            (["--until", "there"], "--until: unknown value \"there\""),
            (["--timeout", "soon"], "--timeout: \"soon\" is not"),
            (["--timeout", "0"], "--timeout: \"0\" is not a time such as"), (["now"], "unexpected argument \"now\""),
        ])
    func usage(options: [String], diagnostics: String) {
        let result = FakeSystem().run(["watch"] + options)
        #expect(result.diagnostics.hasPrefix(diagnostics) && result.code == .usage, "\(result.diagnostics)")
    }
}
