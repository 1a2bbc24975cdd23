import Access
import Basics
import HTTPServer
import History
import JSON
import Location
import Web
import Wire

/// The status of the daemon: the report and everything around it.
struct StatusRoutes {
    let daemon: DaemonAccess
    let access: AccessMode
    let workers: WorkerPool

    var all: [Route] { [Route("/v1/status", for: .readers, [.get: status])] }

    private func status(_ context: RequestContext) throws -> HTTPResponse {
        let moment = context.moment
        // Runs on a worker thread, since it opens the history.
        return try workers.response(for: context, type: "application/json") { output in
            let info = daemon.historyFile.flatMap { file in try? SQLiteHistory(path: file, access: .readOnly).info() }
            try output.write(Self.json(daemon: daemon, access: access, history: info, at: moment) + [0x0A])
        }
    }

    static func json(daemon: DaemonAccess, access: AccessMode, history info: HistoryInfo?, at moment: Moment) -> [UInt8]
    {
        let report = daemon.feed.report(at: moment.uptime)
        return JSONWriter.object { json in
            json.members(ofReport: report)
            json.satellites("inView", report.satellites?.inView ?? [])
            json.object("daemon") { $0.members(of: daemon, at: moment) }
            if let gpsd = daemon.info.gpsd { json.object("gpsd") { $0.members(of: gpsd, daemon.counts().unread) } }
            if let file = daemon.historyFile {
                json.object("history") { json in
                    json.string("file", file)
                    if let info { json.members(of: info) }
                    if let outage = daemon.historyOutage() { json.object("outage") { $0.members(of: outage) } }
                }
            }
            json.objects("listeners", daemon.info.listeners) { $0.members(of: $1, access) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of daemon: DaemonAccess, at moment: Moment) {
        string("version", daemon.version)
        integer("pid", daemon.info.processID)
        time("started", daemon.info.started?.wallClock)
        number("uptime", daemon.info.started.map { (moment.uptime - $0.uptime).inSeconds }, decimals: 3)
        integer("memory", daemon.memory())
    }

    fileprivate mutating func members(of gpsd: String, _ unread: [String: UInt64]) {
        string("address", gpsd)
        guard !unread.isEmpty else { return }
        objects("unread", unread.sorted { ($1.value, $0.key) < ($0.value, $1.key) }) { json, lines in
            json.string("what", lines.key)
            json.integer("count", lines.value)
        }
    }

    fileprivate mutating func members(of info: HistoryInfo) {
        integer("fixes", info.fixes)
        integer("bytes", info.bytes)
        time("first", info.first)
        time("last", info.last)
    }

    fileprivate mutating func members(of outage: HistoryOutage) {
        string("reason", outage.reason)
        integer("fixes", outage.fixes)
        integer("events", outage.events)
        integer("lost", outage.lost > 0 ? outage.lost : nil)
    }

    fileprivate mutating func members(of listener: DaemonInfo.Listener, _ access: AccessMode) {
        string("address", listener.address)
        // The mode of the file decides who may open a Unix socket.
        string("access", listener.isNetwork ? access.rawValue : "group")
        if listener.isPassed { boolean("passed", true) }
    }
}
