import APIClient
import Basics
import Configuration
import Linux
import Location

/// All that was found out, for the checks to judge by.
public struct SystemFacts: Sendable {
    /// What the programs go by.
    var settings = Settings()
    /// The time of day.
    var now: Timestamp
    /// What gpsd has told.
    var gpsd = GPSDFacts()
    /// What there is of gpsd on this machine.
    var installation = GPSDInstallation()
    /// The units of systemd by name; nil where there is no systemd to ask.
    var units: [String: UnitState]?
    /// Those processes that can be in the way, or are looked for.
    var processes: [ProcessRecord] = []
    /// The ports that gpsd's receivers are at, by gpsd's names for them.
    var ports: [String: PortFacts] = [:]
    /// Serial ports that a receiver may be at.
    var candidatePorts: [String] = []
    /// The terminals that somebody may log in at, by name, and the devices' numbers.
    var terminals: [String: UInt64] = [:]
    /// Whether something keeps the clock right.
    var isClockSynchronised = false
    /// Users and groups.
    var users = UserDatabase()
    /// Who asks.
    var caller = ProcessCredentials(user: 0)
    /// What there is of whereismyd.
    var daemon = DaemonFacts()
    /// The directories that the daemon writes, and its files in them, in this order.
    var paths: [PathFacts] = []
    /// How the history is.
    var history = HistoryFacts.disabled
    /// Where browsers and programs are to be answered.
    var listeners: [ListenerFacts] = []
    /// How the gazetteer is.
    var gazetteer = GazetteerFacts.absent
    /// How the owner's places are.
    var ownPlaces = OwnPlacesFacts()
    /// What root's helper was asked for and has not taken yet.
    var orders = QueueFacts()
    /// What is run for events.
    var hooks = HooksFacts()
    /// What there is of webhooks.
    var webhooks = WebhooksFacts()
    /// The page, or why it cannot be seen.
    var page: Result<FileStatus, SystemError>

    /// Whether gpsd is on this machine, so that its files and processes can be looked at.
    var isGPSDLocal: Bool {
        let host = settings.gpsd.host
        return host == "localhost" || NumericAddress.isLoopback(host)
    }

    /// The receivers in question: the configured one, or all that gpsd has.
    var selectedDevices: [GPSDFacts.Device] {
        guard let wanted = settings.device else { return gpsd.devices }
        return gpsd.devices.filter { $0.path == wanted }
    }

    /// A process of that name; nil where there is none, or not one alone.
    func soleProcess(named name: String) -> ProcessRecord? {
        let matches = processes.filter { $0.name == name }
        return matches.count == 1 ? matches.first : nil
    }

    /// The daemon's report where its position is current.
    var liveReport: Report? {
        guard let report = daemon.report, report.state == .live else { return nil }
        return report
    }
}

/// What there is of gpsd on this machine.
struct GPSDInstallation: Hashable, Sendable {
    /// The path of the program.
    var program: String?
    /// The version of Debian's package.
    var package: String?
    /// What it is started with.
    var defaults: GPSDDefaults?
}

/// A device of gpsd that is a path on this machine.
struct PortFacts: Hashable, Sendable {
    /// What is there.
    var status: Result<FileStatus, SystemError>
    /// What udev knows of it; nil where udev cannot be asked, or need not.
    var properties: [String: String]?
}

/// What there is of whereismyd.
struct DaemonFacts: Sendable {
    /// Whether its lock is held; nil where the caller may not look.
    var isLocked: Bool?
    /// What it tells of itself; nil where it gives no answer.
    var document: StatusDocument?
    /// Why it gives none.
    var failure: String?
    /// Its last report, with its age and state as of now.
    var report: Report?

    /// Whether it runs, as far as the caller may see.
    var isRunning: Bool { isLocked == true || document != nil }
}

/// A directory or file that the daemon writes.
struct PathFacts: Hashable, Sendable {
    /// Where it is.
    var path: String
    /// Whether it is a file, which need not be there.
    var isFile = false
    /// What is there.
    var status: Result<FileStatus, SystemError>
    /// The room that is left there; nil where it cannot be told.
    var space: DiskSpace?
}

/// How the history is.
enum HistoryFacts: Hashable, Sendable {
    /// None is wanted.
    case disabled
    /// There is none yet.
    case absent
    /// The caller may not read it.
    case denied
    /// So many fixes; whether each was read.
    case good(fixes: Int, isThorough: Bool)
    /// What is wrong.
    case faulty(String)
}

/// Where browsers and programs are to be answered.
struct ListenerFacts: Hashable, Sendable {
    /// Host and port.
    var address: String
    /// What is wrong; nil where whereismyd answers.
    var fault: String?
}

extension SystemFacts {
    /// Who the running daemon is, or else who the package's would be; nil where that is nobody.
    var daemonUser: (identity: ProcessCredentials, name: String)? {
        let pid = daemon.document?.daemon?.pid ?? units?[DaemonCheck.unit]?.pid
        if let process = processes.first(where: { $0.pid == pid }) {
            return (process.credentials, users.name(ofUser: process.credentials.user))
        }
        return packageUser
    }

    /// Who the units are that act on what happens at places: the package's user, or else who runs the daemon by hand.
    var unitUser: (identity: ProcessCredentials, name: String)? { packageUser ?? daemonUser }

    private var packageUser: (identity: ProcessCredentials, name: String)? {
        users.user(named: "whereismy").map { (users.credentials(of: $0), $0.name) }
    }
}
