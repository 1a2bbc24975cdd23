import Basics
import Command
import CommandLine
import Configuration
import Linux
import Location
import TestSupport
import Testing
import Wire

struct WaitCommandTests {
    private typealias TimedEvent = FakeSystem.TimedEvent

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

    /// A report of a current position north of the equator by degrees, inside places.
    private static func report(_ inside: [String], _ state: TrackingState = .live, at latitude: Double = 5) -> Report {
        var report = SampleReport.report(state)
        report.fix?.coordinate = Coordinate(latitude: latitude, longitude: 0)
        report.received = FakeSystem.now
        report.age = .zero
        report.inside = inside
        return report
    }

    private static func bytes(_ reports: [Report], after: Duration = .zero, begins: Bool = true) -> TimedEvent {
        let events = reports.map { report in
            "id: a-1\nevent: report\ndata: \(String(decoding: ReportJSON.encode(report), as: UTF8.self))\n\n"
        }
        return TimedEvent(event: .bytes(Array(((begins ? head : "") + events.joined()).utf8)), after: after)
    }

    /// A daemon with a place Home around 0, 0 and a script of events.
    private static func system(_ script: [TimedEvent], runs: Bool = true) -> FakeSystem {
        let home =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","#
            + #""coordinates":[0,0]},"properties":{"name":"Home","radius":100,"inside":false}}]}"#
        return FakeSystem(daemonRuns: runs, response: .success(FakeSystem.reply(home)), script: script)
    }

    private func printedErrors(_ system: FakeSystem) -> [String] {
        system.actions.compactMap { action in
            if case .printError(let text) = action { return text }
            return nil
        }
    }

    private static let later = TimedEvent(event: .interrupted, after: .seconds(20))

    @Test(
        "ends once the condition holds, also immediately",
        arguments: [
            (["--enter", "Home"], [report(["Home"], at: 0)], true), (["--enter", "Home"], [report([])], false),
            (["--enter", "Home"], [report(["Other"]), report(["Home", "Other"], at: 0)], true),
            // Decided before the machine was moved, not updated yet.
            (["--enter", "Home"], [report(["Home"])], false),
            // At the border the daemon's decision counts: 100 m are 0.000904 degrees there.
            (["--enter", "Home"], [report(["Home"], at: 0.00092)], true),
            (["--leave", "Home"], [report([], at: 0.00089)], true),
            (["--enter", "Home"], [report(["Home"], .noFix)], false),
            (["--leave", "Home"], [report([])], true), (["--leave", "Home"], [report(["Home"])], false),
            (["--leave", "Home"], [report([], .stale)], false),
            (["--leave", "Home"], [report(["Home"], at: 0), report([])], true),
            // Removed or renamed while this machine is inside.
            (["--leave", "Home"], [report(["Home"], at: 0), report([], at: 0)], true),
            (["--leave", "Home"], [report(["Home"], at: 0), report([], .noFix, at: 0)], false),
            // Just created, not decided yet.
            (["--leave", "Home"], [report([], at: 0)], false),
            (["--live"], [report([], .noFix), report([])], true), (["--live"], [report([], .noFix)], false),
        ] as [([String], [Report], Bool)])
    func goal(options: [String], reports: [Report], comes: Bool) {
        let system = Self.system([Self.bytes(reports), Self.later])
        let result = system.run(["wait"] + options)
        #expect((result.code == .success) == comes, "\(result)")
        #expect(result.output.isEmpty)
        let isQuiet = system.actions.allSatisfy { action in
            if case .write = action { return false }
            return true
        }
        #expect(isQuiet)
    }

    @Test(
        "waits for a dragging anchor, also without a position",
        arguments: [(true, .live), (true, .noFix), (false, .live), (false, .contradicted), (nil, .live)]
            as [(Bool?, TrackingState)])
    func dragging(isDragging: Bool?, state: TrackingState) {
        var report = Self.report([], state)
        report.anchor = isDragging.map { isDragging in
            var anchor = SampleReport.anchor
            anchor.isDragging = isDragging
            anchor.isUnsure = state == .contradicted
            return anchor
        }
        let system = Self.system([Self.bytes([Self.report([]), Self.report([]), report]), Self.later])
        let result = system.run("wait", "--dragging", "--timeout", "1s")
        let end: (code: ExitCode, message: String?) =
            switch isDragging {
            case true?: (.success, nil)
            case false? where state == .contradicted:
                (
                    .lastKnownOnly,
                    "not dragging in time: the receiver's position cannot be true; last trusted position, just now"
                )
            case false?: (.failure, "not dragging in time: live, just now")
            case nil: (.nothingKnown, "not dragging in time: no anchor watch is set")
            }
        #expect(result.code == end.code)
        let notice = "no anchor watch is set, waiting for one"
        #expect(printedErrors(system) == [notice] + [end.message].compactMap(\.self))
        #expect(system.requests.isEmpty)
    }

    @Test(
        "a timeout is reported, by exit code too",
        arguments: [
            ("--enter", report([]), .failure, "not at \"Home\" in time: live, just now"),
            ("--leave", report(["Home"]), .failure, "not away from \"Home\" in time: live, just now"),
            (
                "--enter", report([], .noFix), .lastKnownOnly,
                "not at \"Home\" in time: the receiver has no position"
            ),
        ] as [(String, Report, ExitCode, String)])
    func timeout(option: String, report: Report, code: ExitCode, message: String) {
        let system = Self.system([Self.bytes([report]), Self.later])
        #expect(system.run("wait", option, "Home", "--timeout", "1s").code == code)
        #expect(
            printedErrors(system).count == 1 && printedErrors(system).first?.hasPrefix(message) == true,
            "\(printedErrors(system))")
    }

    @Test("a restarting daemon is waited for")
    func restarts() {
        let gone = SystemError("connect", FakeSystem.socket, code: FakeSystem.absent)
        let system = Self.system([
            Self.bytes([Self.report([])]), TimedEvent(event: .disconnected(nil), after: .seconds(1)),
            TimedEvent(event: .disconnected(gone), after: .milliseconds(101)),
            Self.bytes([Self.report([], .starting), Self.report(["Home"], at: 0)], after: .milliseconds(201)),
            Self.later,
        ])
        #expect(system.run("wait", "--enter", "Home").code == .success)
        #expect(printedErrors(system) == ["connection to the daemon lost, waiting for it"])
    }

    @Test("a new daemon without a decision does not mean that the place was left")
    func undecidedAnew() {
        let system = Self.system([
            Self.bytes([Self.report(["Home"], at: 0)]), TimedEvent(event: .disconnected(nil), after: .seconds(1)),
            Self.bytes([Self.report([], at: 0)], after: .milliseconds(101)), Self.later,
        ])
        #expect(system.run("wait", "--leave", "Home").code != .success)
    }

    @Test(
        "without a daemon the stored position is the last known one",
        arguments: [
            ([FakeSystem.report: SampleReport.file()], .lastKnownOnly, "; last known position, 10 s ago"),
            ([FakeSystem.lastReport: SampleReport.file()], .lastKnownOnly, "; last known position, 10 s ago"),
            ([FakeSystem.report: Array("{".utf8)], .unreachable, ", and no position is known"),
            ([:], .unreachable, ", and no position is known"),
        ] as [([String: [UInt8]], ExitCode, String)])
    func left(files: [String: [UInt8]], code: ExitCode, message: String) {
        let gone = SystemError("connect", FakeSystem.socket, code: FakeSystem.absent)
        let errorResponses = [0, 101, 201, 401].map { TimedEvent(event: .disconnected(gone), after: .milliseconds($0)) }
        for arguments in [["wait", "--live"], ["watch", "--until", "live"]] {
            let system = FakeSystem(daemonRuns: false, files: files, script: errorResponses + [Self.later])
            #expect(system.run(arguments + ["--timeout", "800ms"]).code == code)
            #expect(printedErrors(system).first == "the daemon is not running, waiting for it")
            let last = printedErrors(system).last ?? ""
            #expect(last.hasPrefix("not live in time: the daemon is not running\(message)"), "\(last)")
        }
    }

    @Test(
        "an unknown place is rejected immediately, with another exit code than a timeout",
        arguments: ["enter", "leave"])
    func unknown(option: String) {
        let system = Self.system([Self.later])
        let result = system.run("wait", "--\(option)", "home")
        #expect(result.diagnostics == "there is no place named \"home\", did you mean \"Home\"?")
        #expect(result.code == .usage && system.actions.isEmpty)
    }

    @Test("before the daemon starts, places are read from the file")
    func stored() throws {
        let directory = try PlaceSamples.directory([try PlaceSamples.circle("Hut", 0, 0, radius: 50)])
        let gone = SystemError("connect", FakeSystem.socket, code: FakeSystem.absent)
        let system = FakeSystem(
            daemonRuns: false,
            script: [
                TimedEvent(event: .disconnected(gone)),
                Self.bytes([Self.report(["Hut"], at: 0)], after: .milliseconds(101)),
            ])
        #expect(system.run("wait", "--enter", "Hut", "--state-directory", directory.path).code == .success)
        #expect(printedErrors(system) == ["the daemon is not running, waiting for it"])
    }

    @Test(
        "an invalid command line is rejected with the fix",
        arguments: [
            ([], "wait needs one of --enter NAME, --leave NAME, --live and --dragging"),
            (["--live", "--enter", "a"], "wait needs one of --enter NAME"), (["Home"], "unexpected argument \"Home\""),
            (["--live", "--timeout", "soon"], "--timeout: \"soon\" is not a time such as 30s"),
        ])
    func usage(options: [String], message: String) {
        let result = FakeSystem().run(["wait"] + options)
        #expect(result.diagnostics.hasPrefix(message) && result.code == .usage, "\(result.diagnostics)")
    }
}
