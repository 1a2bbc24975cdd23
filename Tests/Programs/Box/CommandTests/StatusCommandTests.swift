import Basics
import Command
import CommandLine
import Configuration
import Location
import Testing
import Wire

struct StatusCommandTests {
    private func system(_ report: Report?, daemonRuns: Bool = true) -> FakeSystem {
        FakeSystem(daemonRuns: daemonRuns, files: report.map { [FakeSystem.report: ReportJSON.encode($0)] } ?? [:])
    }

    /// A report with all members.
    private func full() -> Report {
        var report = SampleReport.report()
        report.motion = .stationary
        report.near = NearbyPlace(name: "Home", distance: 300, bearing: 41)
        report.odometer = 12_449
        report.satellites = Satellites(used: 8, visible: 11, hdop: 0.94)
        report.rejections = RejectionSummary(
            count: 12, epochs: 600, window: .seconds(600), reason: "inaccurate",
            explanation: "the radius of 120.0 m is larger than 50.0 m")
        report.receiverFault = ReceiverFault(device: "/dev/ttyUSB0", kind: .frozen)
        return report
    }

    @Test("text has a row for each value")
    func text() {
        let result = system(full()).run("status")
        #expect(
            result.text.hasPrefix(
                """
                state       live, since 2026-01-01 01:00:00 +01:00, 7 min ago
                position    -37.809969, 144.963264 (± 5.5 m), 10 s ago
                place       300 m from the edge of Home, 10 s ago
                receiver    /dev/ttyUSB0, 3d fix
                satellites  8 used, 11 in view, hdop 0.9
                motion      standing still
                odometer    12.4 km
                rejected    12 of 600 positions within 10 min, most often: the radius of 120.0 m is larger than 50.0 m
                fault       gpsd freezes this receiver's position, as gpsd 3.22 does for u-blox 5, 6 and 7; WhereIsMy
                """))
        #expect(result.text.contains("\ncure        gpsd 3.23.1 or later"))
        // The written report is usable if the daemon does not respond.
        #expect(result.diagnostics.hasPrefix("the daemon is running but does not respond: ") && result.code == .success)
    }

    @Test("a contradicted receiver has rows with its claim and with since when and why")
    func contradicted() {
        let result = system(SampleReport.contradicted()).run("status")
        let expected = """
            state      contradicted, since 2026-01-01 01:00:00 +01:00, 7 min ago
            position   last trusted, -37.809969, 144.963264 (± 5.5 m), 10 s ago
            claim      -37.000000, 144.963264 (± 5.5 m), 89.9 km from the last trusted position
            integrity  contradicted since 2026-01-01 01:06:00 +01:00: 90 km in 1 s (jump); 9 of 9 satellites\u{FFFD} (sky-leap)

            """
        #expect(result.text.hasPrefix(expected), "\(result.text)")
        #expect(result.code == .lastKnownOnly && !result.text.contains("motion"))
    }

    private static let around =
        #""inView":[{"constellation":"gps","number":5,"elevation":45.4,"azimuth":120,"signal":38,"used":true},"#
        + #"{"constellation":"glonass","number":12,"used":false},"#
        + #"{"constellation":"sbas","number":123,"elevation":30,"azimuth":9,"signal":55,"used":false}],"#
        + #""daemon":{"version":"1.2","pid":77,"started":"2026-01-01T00:00:00.000Z","uptime":7500.5,"memory":12345678},"#
        + #""gpsd":{"address":"localhost:2947"},"history":{"file":"/var/lib/whereismy/history.db","fixes":12,"bytes":8192,"#
        + #""first":"2025-12-01T00:00:00.000Z","last":"2026-01-01T00:00:00.000Z"},"#
        + #""listeners":[{"address":"/run/whereismy/api.sock","access":"group","passed":true},"#
        + #"{"address":"127.0.0.1:8947","access":"token"}]}"#

    private func answering(_ report: Report, _ around: String = around) -> (system: FakeSystem, json: String) {
        let json = String(decoding: ReportJSON.encode(report).dropLast(), as: UTF8.self) + ",\(around)\n"
        return (FakeSystem(response: .success(FakeSystem.reply(json))), json)
    }

    @Test("a running daemon adds rows about itself, its sockets and each satellite")
    func response() {
        let (system, json) = answering(full())
        let result = system.run("status")
        #expect(result.diagnostics.isEmpty && result.code == .success)
        #expect(system.requests == ["GET /v1/status HTTP/1.0\r\nConnection: close\r\n\r\n"])
        #expect(
            result.text.contains(
                """
                satellites  8 used, 11 in view, hdop 0.9
                            gps 5       ████████·· 38 dB  used, el 45°, az 120°
                            sbas 123    ██████████ 55 dB  not used, el 30°, az 9°
                            glonass 12  ·········· silent not used
                motion      standing still

                """), "\(result.text)")
        #expect(
            result.text.hasSuffix(
                """

                daemon      whereismyd 1.2, process 77, up 2 h 5 min, 12.3 MB
                gpsd        localhost:2947
                history     /var/lib/whereismy/history.db, 12 fixes, 8.2 kB, 2025-12-01 01:00:00 +01:00 to \
                2026-01-01 01:00:00 +01:00
                listener    /run/whereismy/api.sock, for the group, passed by systemd
                listener    127.0.0.1:8947, by token or signed in

                """), "\(result.text)")
        #expect(system.run("status", "--format", "json") == CommandResult(output: Array(json.utf8), code: .success))
    }

    @Test(
        "a history that cannot be written is a problem, with what waits, and the position does not hide it",
        arguments: [
            (#""fixes":40,"events":0"#, "40 fixes wait in memory"), (#""fixes":1,"events":0"#, "1 fix waits in memory"),
            (#""fixes":2,"events":1,"lost":7"#, "2 fixes and 1 place event wait in memory; 7 lost"),
        ])
    func diskFull(counts: String, waiting: String) {
        let outage = #","outage":{"reason":"/x/history.db: no space left on the disk",\#(counts)}},"listeners""#
        let around = Self.around.replacing(#"},"listeners""#, with: outage)
        let (system, json) = answering(full(), around)
        let result = system.run("status")
        #expect(
            result.lines.contains {
                $0.hasSuffix("history cannot be written: /x/history.db: no space left on the disk; \(waiting)")
                    && $0.hasPrefix("problem ")
            }, "\(result.text)")
        #expect(result.code == .failure)
        #expect(system.run("status", "--format", "json") == CommandResult(output: Array(json.utf8), code: .failure))
        let stale = answering(SampleReport.report(.noFix), around).system.run("status")
        #expect(stale.code == .lastKnownOnly && stale.text.contains("\nproblem "))
    }

    @Test("control characters in the daemon's response never reach the terminal")
    func hostileDaemon() {
        let around =
            #""inView":[{"constellation":"\u001b[2J","number":-9,"signal":1e300,"elevation":1e300,"used":true}],"#
            + #""daemon":{"version":"\u0007","uptime":1e300,"memory":-5},"listeners":[{"address":"\n","access":"\u202e"}]}"#
        let text = answering(full(), around).system.run("status").text
        #expect(text.split(separator: "\n").count == 13)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
    }

    @Test("unknown values have no row, and old values are marked")
    func little() {
        let stale = system(SampleReport.report(.noFix, detail: "a simulator's position")).run("status")
        #expect(
            stale.text == """
                state     no-fix (a simulator's position), since 2026-01-01 01:00:00 +01:00, 7 min ago
                position  last known, -37.809969, 144.963264 (± 5.5 m), 10 s ago
                receiver  last known, /dev/ttyUSB0, 3d fix
                cure      whereismy doctor finds the cause

                """)
        #expect(stale.code == .lastKnownOnly)
        let none = system(SampleReport.report(.noGPSD, position: false)).run("status")
        #expect(
            none.text.hasSuffix("ago\nposition  not known\ncure      whereismy doctor finds the cause\n")
                && none.code == .nothingKnown)
        #expect(system(nil).run("status").code == .nothingKnown)
    }

    @Test("without a daemon there are no recent rejections")
    func dead() {
        let result = system(full(), daemonRuns: false).run("status")
        #expect(result.text.hasPrefix("state       the daemon is not running\nposition    last known, -37."))
        #expect(!result.text.contains("rejected") && result.text.contains("fault "))
        #expect(
            result.text.contains("\nreceiver    last known, ") && result.text.contains("\nsatellites  last known, 8 "))
        #expect(!result.text.contains("motion"))
        #expect(result.code == .lastKnownOnly)
        #expect(system(nil, daemonRuns: false).run("status").code == .unreachable)
    }

    @Test("JSON is the report, as printed by last")
    func json() {
        let system = system(full())
        #expect(system.run("status", "--format", "json").output == system.run("last", "--format", "json").output)
        #expect(system.run("status", "--format", "json").text.contains(#""rejections":{"count":12,"#))
    }

    @Test("control characters in the file never reach the terminal")
    func hostile() {
        var report = full()
        report.fix?.device = "\u{1B}[2J"
        report.detail = "\u{1B}]0;x\u{7}"
        report.rejections?.explanation = "\nstate  live\u{202E}"
        let text = system(report).run("status").text
        #expect(text.split(separator: "\n").count == 10)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
    }
}
