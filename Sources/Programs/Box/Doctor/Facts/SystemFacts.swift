import APIClient
import Basics
import Configuration
import Linux
import Location

/// The facts for the checks.
public struct SystemFacts: Sendable {
    var settings = Settings()
    var host = HostSystem()
    var now: Timestamp
    var gpsd = GPSDFacts()
    var installation = GPSDInstallation()
    /// The systemd units by name; nil without systemd.
    var units: [String: UnitState]?
    var processes: [ProcessRecord] = []
    /// The ports of gpsd's receivers, by gpsd's paths.
    var ports: [String: PortFacts] = [:]
    /// The serial ports of possible receivers.
    var candidatePorts: [String] = []
    /// The login terminals by name, with their device numbers.
    var terminals: [String: UInt64] = [:]
    var isClockSynchronised = false
    var users = UserDatabase()
    var caller = ProcessCredentials(user: 0)
    var daemon = DaemonFacts()
    /// The daemon's directories, then its files.
    var paths: [PathFacts] = []
    var history = HistoryFacts.disabled
    var listeners: [ListenerFacts] = []
    var gazetteer = GazetteerFacts.absent
    /// True if the cities of libgeonames are on this system.
    var hasCityLibrary = true
    var ownPlaces = OwnPlacesFacts()
    /// The pending requests to root's helper.
    var orders = QueueFacts()
    var hooks = HooksFacts()
    var publish = PublishFacts()
    var webhooks = WebhooksFacts()
    /// The page, or the reason why it is not visible.
    var page: Result<FileStatus, SystemError>

    /// True if gpsd is on this machine, with its files and processes.
    var isGPSDLocal: Bool {
        let host = settings.gpsd.host
        return host == "localhost" || NumericAddress.isLoopback(host)
    }

    /// The configured receiver, else all of gpsd's.
    var selectedDevices: [GPSDFacts.Device] {
        guard let wanted = settings.device else { return gpsd.devices }
        return gpsd.devices.filter { $0.path == wanted }
    }

    /// The process of a name; nil if there is none or several.
    func soleProcess(named name: String) -> ProcessRecord? {
        let matches = processes.filter { $0.name == name }
        return matches.count == 1 ? matches.first : nil
    }

    /// The daemon's report; nil if its position is not current.
    var liveReport: Report? {
        guard let report = daemon.report, report.state == .live else { return nil }
        return report
    }
}

struct GPSDInstallation: Hashable, Sendable {
    var program: String?
    /// The version of Debian's package.
    var package: String?
    var defaults: GPSDDefaults?
}

/// A device of gpsd with a path on this machine.
struct PortFacts: Hashable, Sendable {
    var status: Result<FileStatus, SystemError>
    /// The udev properties; nil if unavailable or unneeded.
    var properties: [String: String]?
}

struct DaemonFacts: Sendable {
    /// True if its lock is held; nil if the caller cannot see it.
    var isLocked: Bool?
    /// Its status document; nil without a response.
    var document: StatusDocument?
    /// The reason for that.
    var failure: String?
    /// Its last report, with its current age and state.
    var report: Report?
    /// True if its history is the one that the caller's settings name, under whatever path; nil if the caller cannot see
    /// one of them.
    var hasSameHistory: Bool?

    /// True if it runs, as far as the caller can see.
    var isRunning: Bool { isLocked == true || document != nil }
}

/// A directory or file of the daemon.
struct PathFacts: Hashable, Sendable {
    var path: String
    /// True if it is a file, which may be missing.
    var isFile = false
    var status: Result<FileStatus, SystemError>
    /// The free space; nil if unknown.
    var space: DiskSpace?
}

enum HistoryFacts: Hashable, Sendable {
    /// Disabled in the configuration.
    case disabled
    /// There is none yet.
    case absent
    /// The caller may not read it.
    case denied
    /// The number of fixes, and whether each was read.
    case good(fixes: Int, isThorough: Bool)
    case faulty(String)
}

struct ListenerFacts: Hashable, Sendable {
    var address: String
    /// The fault; nil if whereismyd responds.
    var fault: String?
}

extension SystemFacts {
    /// The user of the running daemon, else the package's; nil for none.
    var daemonUser: (identity: ProcessCredentials, name: String)? {
        let pid = daemon.document?.daemon?.pid ?? units?[DaemonCheck.unit]?.pid
        if let process = processes.first(where: { $0.pid == pid }) {
            return (process.credentials, users.name(ofUser: process.credentials.user))
        }
        return packageUser
    }

    /// The user of the unit for hooks: the package's, else the daemon's.
    var unitUser: (identity: ProcessCredentials, name: String)? { packageUser ?? daemonUser }

    /// The user of the unit for webhooks: that of its package, else as for hooks.
    var senderUser: (identity: ProcessCredentials, name: String)? { user(named: "whereismy-publish") ?? unitUser }

    private var packageUser: (identity: ProcessCredentials, name: String)? { user(named: "whereismy") }

    private func user(named name: String) -> (identity: ProcessCredentials, name: String)? {
        users.user(named: name).map { (users.credentials(of: $0), $0.name) }
    }
}
