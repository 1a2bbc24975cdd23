import APIClient
public import Configuration
import Linux
import PublishState
import Wire

/// Collects the facts for the checks.
public struct FactCollector {
    let settings: Settings
    let context: DoctorContext

    /// Creates a collector for a machine.
    public init(settings: Settings, context: DoctorContext) {
        self.settings = settings
        self.context = context
    }

    private var host: DoctorEnvironment { context.host }

    /// Collects all facts; takes about five seconds where the receiver is silent.
    public func collect() -> SystemFacts {
        host.progress("listening to gpsd at \(settings.gpsd)...")
        let gpsd = host.probeGPSD(settings.gpsd, settings.device)
        host.progress("checking this machine...")
        defer { host.progress("") }
        // By now systemd may have tried to start gpsd, because of the connection.
        var system = SystemFacts(now: context.now(), page: status("\(settings.runtimeDirectory)/index.html"))
        system.settings = settings
        system.gpsd = gpsd
        system.isClockSynchronised = host.isClockSynchronised()
        system.units = units
        let inspector = HostInspector(context)
        system.host = inspector.system
        system.hasCityLibrary = inspector.hasCityLibrary
        system.processes = inspector.processes(["gpsd", "whereismyd", "ModemManager", "agetty", "getty"])
        system.users = inspector.users
        system.caller = inspector.caller
        addReceiver(to: &system, inspector)
        addDaemon(to: &system)
        PlaceFactCollector(settings: settings, context: context, caller: system.caller).add(to: &system)
        system.publish = publish(inspector)
        return system
    }

    private func addReceiver(to system: inout SystemFacts, _ inspector: HostInspector) {
        guard system.isGPSDLocal else { return }
        system.installation = inspector.installation
        system.candidatePorts = inspector.serialPorts
        system.terminals = inspector.terminals(of: system.processes)
        let isManaged = system.processes.contains { $0.name == "ModemManager" }
        for path in system.selectedDevices.map(\.path) where path.hasPrefix("/") {
            system.ports[path] = PortFacts(
                status: status(path), properties: isManaged ? inspector.properties(of: path) : nil)
        }
    }

    private func addDaemon(to system: inout SystemFacts) {
        system.daemon = daemon
        system.paths = places
        system.history = history
        let listening = ListenerProbe(settings, document: system.daemon.document, exchange: host.exchange)
        system.listeners = system.daemon.isLocked == false ? [] : listening.facts
    }

    private func publish(_ inspector: HostInspector) -> PublishFacts {
        var facts = PublishFacts()
        guard !settings.publish.isEmpty else { return facts }
        let paths = PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
        facts.overview = host.publishing(settings) { program in
            switch program {
            case .publisher: context.isLocked(paths.lock)
            case .nmea: !inspector.processes([program.rawValue]).isEmpty
            }
        }
        let files = settings.publish.flatMap(\.files)
        facts.files = Dictionary(files.map { ($0, status($0)) }) { first, _ in first }
        facts.history = try? status(settings.historyFile).get()
        facts.installed = Set([PublishProgramName.publisher, .nmea].filter { inspector.hasProgram($0.rawValue) })
        return facts
    }

    private func status(_ path: String) -> Result<FileStatus, SystemError> {
        Result { () throws(SystemError) in try host.status(path) }
    }

    private var units: [String: UnitState]? {
        let names =
            ["gpsd.service", "gpsd.socket", DaemonCheck.unit, GazetteerCheck.unit] + OrdersCheck.units
            + WebhooksCheck.units + PublishCheck.units
        let properties = "--property=\(UnitState.properties.joined(separator: ","))"
        guard let output = try? host.run("systemctl", ["show", properties] + names),
            output.status == .exited(0)
        else { return nil }
        let units = UnitState.parse(String(decoding: output.bytes, as: UTF8.self))
        return units.isEmpty ? nil : units
    }

    private var daemon: DaemonFacts {
        var facts = DaemonFacts()
        facts.isLocked = canInspect(at: settings.lockFile) ? context.isLocked(settings.lockFile) : nil
        let client = DaemonClient(settings, exchange: host.exchangeLocally, isLocked: context.isLocked)
        do throws(DaemonError) {
            let (document, bytes) = try client.document(StatusDocument.self, ClientRequest(target: "/v1/status"))
            facts.document = document
            facts.report = try? ReportJSON.decode(bytes)
            facts.hasSameHistory = hasSameHistory(document)
        } catch {
            facts.failure = error.description
        }
        return facts
    }

    /// Returns true if the daemon's history is that of the settings; a path of its command line may begin at its own
    /// working directory.
    private func hasSameHistory(_ document: StatusDocument) -> Bool? {
        guard let file = document.history?.file else { return nil }
        let own = document.daemon?.pid.map { "/proc/\($0)/cwd/\(file)" }
        return (file.hasPrefix("/") ? file : own).flatMap { host.isSameFile($0, settings.historyFile) }
    }

    /// Returns true if this user can open a file, or see that it is missing.
    private func canInspect(at path: String) -> Bool {
        switch status(path) {
        case .success(let file): HostInspector(context).caller.isAllowed(.read, on: file)
        case .failure(let error): !error.isPermissionDenied
        }
    }

    private var places: [PathFacts] {
        let directories = [settings.runtimeDirectory, settings.stateDirectory]
        let files = [settings.historyFile, settings.accessFile, settings.lastReportFile, settings.receiversFile]
        return directories.map { PathFacts(path: $0, status: status($0), space: try? host.space($0)) }
            + files.map { PathFacts(path: $0, isFile: true, status: status($0)) }
    }

    /// The maximum bytes of a history that is read within a second on a small machine: some 700,000 fixes.
    private static let soon = 4_000_000

    private var history: HistoryFacts {
        guard settings.history.isEnabled else { return .disabled }
        switch status(settings.historyFile) {
        case .failure(let error) where error.isNotFound: return .absent
        case .failure(let error) where error.isPermissionDenied: return .denied
        case .failure(let error): return .faulty(error.description)
        case .success(let file):
            guard HostInspector(context).caller.isAllowed(.read, on: file) else { return .denied }
            // Opening a pipe could block endlessly.
            guard file.kind == .regular else { return .faulty("\(settings.historyFile) is not a file") }
            host.progress("reading the history...")
            return host.history(settings.historyFile, file.size <= Self.soon)
        }
    }
}
