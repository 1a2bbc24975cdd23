import Basics
import Configuration
import Linux
import Location

@testable import APIClient
@testable import Doctor

extension SystemFacts {
    /// 2026-01-01T00:07:02Z and a little.
    static let moment = Timestamp(milliseconds: 1_767_226_022_311)
    static let port = "/dev/ttyUSB0"
    static let portNumber: UInt64 = 0xBC00
    static let passwd = """
        root:x:0:0:root:/root:/bin/bash
        gpsd:x:106:20:gpsd:/run/gpsd:/bin/false
        whereismy:x:997:997:WhereIsMy:/:/usr/sbin/nologin
        ada:x:1000:1000:Ada:/home/ada:/bin/bash
        """
    static let group = "root:x:0:\ndialout:x:20:gpsd\nwhereismy:x:997:\nada:x:1000:\n"

    /// A healthy machine, with a caller in the group.
    static func healthy() -> SystemFacts {
        var healthy = SystemFacts(now: moment, page: .success(page(age: .seconds(1))))
        healthy.gpsd = gpsd()
        healthy.installation = GPSDInstallation(
            program: "/usr/sbin/gpsd", package: "3.22-4.1+deb12u1", defaults: GPSDDefaults())
        healthy.units = units()
        healthy.processes = Self.running
        healthy.ports[port] = PortFacts(status: .success(tty()), properties: ["ID_BUS": "usb"])
        healthy.candidatePorts = [port]
        healthy.isClockSynchronised = true
        healthy.users = UserDatabase(passwd: passwd, group: group)
        healthy.caller = ProcessCredentials(user: 1000, groups: [1000, 997])
        healthy.daemon = Self.answering
        healthy.paths = Self.directories
        healthy.history = .good(fixes: 12, isThorough: true)
        healthy.gazetteer = .good(places: 24_361, sources: 1)
        healthy.ownPlaces = OwnPlacesFacts(stored: .places(2))
        healthy.listeners = [ListenerFacts(address: "127.0.0.1:8947"), ListenerFacts(address: "[::1]:8947")]
        return healthy
    }

    static func gpsd() -> GPSDFacts {
        var facts = GPSDFacts()
        facts.contact = .answered
        facts.release = "3.22"
        facts.devices = [.init(path: port, driver: "NMEA0183")]
        facts.reports = 3
        facts.position = .init(mode: 3, radius: 5.5)
        facts.lag = .milliseconds(300)
        (facts.used, facts.visible) = (8, 11)
        facts.duration = .milliseconds(900)
        return facts
    }

    static func units(
        socket: [String: String] = [:], gpsd: [String: String] = [:], daemon: [String: String] = [:]
    ) -> [String: UnitState] {
        let running = ["LoadState": "loaded", "ActiveState": "active", "SubState": "running"]
        let resting = ["LoadState": "loaded", "ActiveState": "inactive", "Result": "success"]
        return [
            "whereismy-gazetteer.service": UnitState(resting), "whereismy-orders.path": UnitState(running),
            "whereismy-orders.service": UnitState(resting), "whereismy-publish.path": UnitState(running),
            "whereismy-publish.service": UnitState(resting),
            "gpsd.socket": UnitState(running.merging(socket) { $1 }),
            "gpsd.service": UnitState(running.merging(gpsd) { $1 }),
            "whereismyd.service": UnitState(running.merging(["WatchdogUSec": "30s"]) { $1 }.merging(daemon) { $1 }),
        ]
    }

    static func page(age: Duration) -> FileStatus {
        FileStatus(mode: 0o640, owner: 997, group: 997, modified: moment + (.zero - age))
    }

    static func tty(mode: UInt32 = 0o660, owner: UInt32 = 0, group: UInt32 = 20) -> FileStatus {
        FileStatus(kind: .characterDevice, mode: mode, owner: owner, group: group, device: portNumber)
    }

    private static let running = [
        ProcessRecord(
            pid: 70, name: "gpsd", arguments: ["/usr/sbin/gpsd"],
            credentials: ProcessCredentials(user: 106, groups: [20])),
        ProcessRecord(pid: 77, name: "whereismyd", credentials: ProcessCredentials(user: 997, groups: [997])),
    ]

    private static var answering: DaemonFacts {
        var facts = DaemonFacts()
        facts.isLocked = true
        facts.document = StatusDocument(
            inView: nil, daemon: .init(version: "1.2", pid: 77, uptime: 7500, memory: nil),
            gpsd: .init(address: "localhost:2947", unread: nil), history: nil,
            listeners: nil)
        facts.report = report(.live)
        return facts
    }

    /// A report whose state began seven minutes before.
    static func report(_ state: TrackingState) -> Report {
        var report = Report(state: state, since: Timestamp(milliseconds: 1_767_225_600_000), sequence: 7)
        var fix = Fix(device: port, mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: -37.809_968_89, longitude: 144.963_263_88)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        report.fix = fix
        report.received = Timestamp(milliseconds: 1_767_226_012_311)
        report.age = .seconds(3)
        return report
    }

    private static var directories: [PathFacts] {
        let directory = FileStatus(kind: .directory, mode: 0o750, owner: 997, group: 997)
        let file = FileStatus(mode: 0o640, owner: 997, group: 997)
        return [
            PathFacts(path: "/run/whereismy", status: .success(directory), space: space(50_000_000)),
            PathFacts(path: "/var/lib/whereismy", status: .success(directory), space: space(4_000_000_000)),
            PathFacts(path: "/var/lib/whereismy/history.db", isFile: true, status: .success(file)),
        ]
    }

    static func space(_ available: Int, files: Int? = 100_000) -> DiskSpace {
        DiskSpace(available: available, files: files)
    }

    /// A copy with a change.
    func with(_ change: (inout SystemFacts) -> Void) -> SystemFacts {
        var changed = self
        change(&changed)
        return changed
    }
}

extension SystemFacts {
    /// The status of a daemon that could not read all lines.
    static var unreadDocument: StatusDocument {
        StatusDocument(
            inView: nil, daemon: nil,
            gpsd: .init(address: "localhost:2947", unread: [.init(what: "a damaged TPV", count: 70)]), history: nil,
            listeners: nil)
    }
}
