import APIClient
public import Configuration
import Linux
import Location
import Wire

/// Finds out what the checks judge by.
public struct FactCollector {
    let settings: Settings
    let context: DoctorContext

    /// Makes an examiner of the machine that the context describes.
    public init(settings: Settings, context: DoctorContext) {
        self.settings = settings
        self.context = context
    }

    private var surroundings: DoctorEnvironment { context.surroundings }

    /// Looks at everything; some five seconds where gpsd's receiver is silent.
    public func collect() -> SystemFacts {
        surroundings.progress("listening to gpsd at \(settings.gpsd)...")
        let gpsd = surroundings.probeGPSD(settings.gpsd, settings.device)
        surroundings.progress("looking at this machine...")
        defer { surroundings.progress("") }
        // By now systemd may have tried to start gpsd, since somebody wanted it.
        var examination = SystemFacts(now: context.now(), page: status("\(settings.runtimeDirectory)/index.html"))
        examination.settings = settings
        examination.gpsd = gpsd
        examination.isClockSynchronised = surroundings.isClockSynchronised()
        examination.units = units
        let machine = HostInspector(context)
        examination.processes = machine.processes(["gpsd", "whereismyd", "ModemManager", "agetty", "getty"])
        examination.users = machine.users
        examination.caller = machine.caller
        addReceiver(to: &examination, machine)
        addDaemon(to: &examination)
        PlaceFactCollector(settings: settings, context: context, caller: examination.caller).add(to: &examination)
        return examination
    }

    private func addReceiver(to examination: inout SystemFacts, _ machine: HostInspector) {
        guard examination.isGPSDLocal else { return }
        examination.installation = machine.installation
        examination.candidatePorts = machine.serialPorts
        examination.terminals = machine.terminals(of: examination.processes)
        let isManaged = examination.processes.contains { $0.name == "ModemManager" }
        for path in examination.selectedDevices.map(\.path) where path.hasPrefix("/") {
            examination.ports[path] = PortFacts(
                status: status(path), properties: isManaged ? machine.properties(of: path) : nil)
        }
    }

    private func addDaemon(to examination: inout SystemFacts) {
        examination.daemon = daemon
        examination.paths = places
        examination.history = history
        let listening = ListenerProbe(settings, document: examination.daemon.document, exchange: surroundings.exchange)
        examination.listeners = examination.daemon.isLocked == false ? [] : listening.facts
    }

    private func status(_ path: String) -> Result<FileStatus, SystemError> {
        Result { () throws(SystemError) in try surroundings.status(path) }
    }

    private var units: [String: UnitState]? {
        let names =
            ["gpsd.service", "gpsd.socket", DaemonCheck.unit, GazetteerCheck.unit] + OrdersCheck.units
            + WebhooksCheck.units
        let properties = "--property=\(UnitState.properties.joined(separator: ","))"
        guard let output = try? surroundings.run("systemctl", ["show", properties] + names),
            output.status == .exited(0)
        else { return nil }
        let units = UnitState.parse(String(decoding: output.bytes, as: UTF8.self))
        return units.isEmpty ? nil : units
    }

    private var daemon: DaemonFacts {
        var facts = DaemonFacts()
        facts.isLocked = mayLook(at: settings.lockFile) ? context.isLocked(settings.lockFile) : nil
        let client = DaemonClient(settings, exchange: surroundings.exchangeLocally, isLocked: context.isLocked)
        do throws(DaemonError) {
            let (document, bytes) = try client.document(StatusDocument.self, ClientRequest(target: "/v1/status"))
            facts.document = document
            facts.report = try? ReportJSON.decode(bytes)
        } catch {
            facts.failure = error.description
        }
        return facts
    }

    /// Whether this user may open a file, if only to see that it is not there.
    private func mayLook(at path: String) -> Bool {
        switch status(path) {
        case .success(let file): HostInspector(context).caller.isAllowed(.read, on: file)
        case .failure(let error): !error.isPermissionDenied
        }
    }

    private var places: [PathFacts] {
        let directories = [settings.runtimeDirectory, settings.stateDirectory]
        let files = [settings.historyFile, settings.accessFile, settings.lastReportFile]
        return directories.map { PathFacts(path: $0, status: status($0), space: try? surroundings.space($0)) }
            + files.map { PathFacts(path: $0, isFile: true, status: status($0)) }
    }

    /// Bytes of a history that is read within a second on a small machine: some 700,000 fixes.
    private static let soon = 4_000_000

    private var history: HistoryFacts {
        guard settings.history.isEnabled else { return .disabled }
        switch status(settings.historyFile) {
        case .failure(let error) where error.isNotFound: return .absent
        case .failure(let error) where error.isPermissionDenied: return .denied
        case .failure(let error): return .faulty(error.description)
        case .success(let file):
            guard HostInspector(context).caller.isAllowed(.read, on: file) else { return .denied }
            // To open a pipe could take for ever.
            guard file.kind == .regular else { return .faulty("\(settings.historyFile) is no file") }
            surroundings.progress("reading the history...")
            return surroundings.history(settings.historyFile, file.size <= Self.soon)
        }
    }
}
