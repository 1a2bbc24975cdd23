import Access
import Basics
import HTTPServer
import History
import Location
import TestSupport
import Testing

@testable import API

struct StatusTests {
    private func daemon(_ report: Report, historyFile: String? = nil) throws -> DaemonAccess {
        let now = ManualClock().now
        var daemon = DaemonAccess(
            feed: try LiveFeed(report, run: "r", at: now.uptime),
            verdicts: { _ in DaemonAccess.Verdicts(records: [], forgottenUntil: nil) }, counts: { Counts() },
            memory: { 1 << 20 }, staticPage: { nil }, renderStaticPage: { _, _ in [] }, clock: { now },
            historyFile: historyFile,
            staleAfter: .seconds(10),
            version: "1.2.3")
        daemon.info.processID = 77
        daemon.info.started = Moment(uptime: now.uptime + .seconds(-5), wallClock: now.wallClock + .seconds(-5))
        daemon.info.gpsd = "localhost:2947"
        daemon.info.listeners = [
            .init(address: "/run/x/api.sock", isNetwork: false, isPassed: true),
            .init(address: "[::1]:8947", isNetwork: true),
        ]
        return daemon
    }

    private func json(_ daemon: DaemonAccess, _ info: HistoryInfo? = nil) -> String {
        String(
            decoding: StatusRoutes.json(daemon: daemon, access: .open, history: info, at: ManualClock().now),
            as: UTF8.self)
    }

    @Test("the report comes first, with its own names, then everything around it")
    func all() throws {
        var report = TestServer.live
        report.satellites = Satellites(
            used: 1, visible: 2,
            inView: [
                Satellite(constellation: .gps, number: 5, elevation: 45, azimuth: 120.25, signal: 38, isUsed: true),
                Satellite(constellation: .unknown, number: 7),
            ])
        let text = json(try daemon(report, historyFile: "/x/history.db"))
        #expect(text.hasPrefix(#"{"state":"live","since":"1970-01-01T00:00:00.000Z","sequence":41,"age":0.4,"fix":{"#))
        #expect(
            text.contains(
                #""satellites":{"used":1,"visible":2},"integrity":{"level":"nominal","since":"1970-01-01T00:00:00.000Z","#
                    + #""reasons":[]},"inView":[{"constellation":"gps","number":5,"elevation":45.0,"#
                    + #""azimuth":120.3,"signal":38.0,"used":true},{"constellation":"unknown","number":7,"used":false}],"#
                    + #""daemon":{"version":"1.2.3","pid":77,"started":"#), "\(text)")
        #expect(
            text.contains(
                #","uptime":5.0,"memory":1048576},"gpsd":{"address":"localhost:2947"},"history":{"file":"/x/history.db"},"#
            ))
        #expect(
            text.hasSuffix(
                #""listeners":[{"address":"/run/x/api.sock","access":"group","passed":true},{"address":"[::1]:8947","access":"open"}]}"#
            ),
            "\(text)")
    }

    @Test("the history has what waits because it cannot be written")
    func outage() throws {
        var daemon = try daemon(TestServer.live, historyFile: "/x/history.db")
        daemon.historyOutage = { HistoryOutage(reason: "no space left", fixes: 40, events: 1) }
        #expect(
            json(daemon).contains(
                #""history":{"file":"/x/history.db","outage":{"reason":"no space left","fixes":40,"events":1}},"#))
        daemon.historyOutage = { HistoryOutage(reason: "no space left", fixes: 40, lost: 7) }
        #expect(json(daemon).contains(#""fixes":40,"events":0,"lost":7}"#))
    }

    @Test("unknown values are absent, and internal ones of the report stay out")
    func little() throws {
        let text = json(try daemon(Report(state: .noGPSD, since: Timestamp(milliseconds: 0))))
        #expect(!text.contains("history") && !text.contains("\"fix\"") && text.contains(#""inView":[]"#))
        let server = try TestServer()
        #expect(!server.sendLocally("/v1/report").text.contains("inView"))
    }

    @Test("it requires the scope read")
    func audience() throws {
        let server = try TestServer()
        #expect(server.send("/v1/status").status == .unauthorized)
        #expect(server.send("/v1/status", .get, headers: try server.bearer([.metrics])).status == .forbidden)
        #expect(server.send("/v1/status", .get, headers: try server.bearer()).status == .ok)
        #expect(server.sendLocally("/v1/status").status == .ok)
        #expect(
            server.send("/v1/status", .get, headers: try server.bearer(), query: [HTTPField("x", "1")]).status
                == .badRequest)
    }
}
