import Basics
import CommandLine
import Configuration
import FleetCollector
import FleetProtocol
import FleetStore
import JSON
import Linux
import PostgreSQL

/// `whereismy-fleet doctor`: check the configuration, the database and the broker.
enum FleetDoctorCommand: Subcommand {
    static let name = "doctor"

    static let table = OptionTable(
        usage: "whereismy-fleet doctor [OPTION]...",
        summary: "Check the configuration, the database, the broker and the devices; each fault has its fix.",
        options: [OutputFormat.option] + FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        try options.requireNoOperands()
        let format = try options.outputFormat()
        let loaded = try options.loadedSettings(
            of: FleetSettings.self, environment: context.environment, files: context.files)
        var checks = FleetChecks(loaded)
        checks.checkDatabase(at: context.now())
        checks.checkBroker()
        var result: CommandResult
        switch format {
        case .text:
            result = CommandResult(
                text: TextTable.text(checks.findings.map { [$0.severity.rawValue, $0.subject, $0.text] }))
        case .json:
            result = .json { json in
                json.objects("checks", checks.findings) { json, finding in
                    json.word("severity", finding.severity.rawValue)
                    json.word("subject", finding.subject)
                    json.string("text", finding.text)
                }
            }
        }
        let severities = Set(checks.findings.map(\.severity))
        result.code = severities.contains(.fault) ? .faulty : severities.contains(.warning) ? .failure : .success
        return result
    }
}

/// The findings of the doctor.
struct FleetChecks {
    /// The severity of a finding.
    enum Severity: String {
        case good = "ok"
        case warning
        case fault
    }

    /// A result of a check.
    struct Finding {
        let severity: Severity
        let subject: String
        let text: String
    }

    private(set) var findings: [Finding] = []
    private let settings: FleetSettings

    /// Checks the configuration.
    init(_ loaded: LoadedSettings<FleetSettings>) {
        settings = loaded.settings
        for issue in loaded.issues { add(.fault, of: "configuration", "\(issue)") }
        if loaded.issues.isEmpty {
            let files =
                loaded.files.isEmpty
                ? "no file, all settings at their defaults" : loaded.files.joined(separator: ", ")
            add(.good, of: "configuration", files)
        }
    }

    private mutating func add(_ severity: Severity, of subject: String, _ text: String) {
        findings.append(Finding(severity: severity, subject: subject, text: text))
    }

    /// Checks the database, its schema and roles, and the devices in it.
    mutating func checkDatabase(at now: Timestamp) {
        do {
            let connection = try PostgresConnection(settings.collector.database)
            let version = connection.serverVersion / 10_000
            if version < 15 {
                add(.fault, of: "database", "PostgreSQL \(version); fix: use 15 or later")
            } else {
                add(.good, of: "database", "PostgreSQL \(version)")
            }
            let pending = try FleetSchema.pending(connection)
            guard pending.isEmpty else {
                let names = pending.joined(separator: ", ")
                return add(
                    .fault, of: "schema", "lacks \(names); fix: sudo -u postgres whereismy-fleet migrate, or init")
            }
            let newer = try FleetSchema.fault(connection)
            add(newer == nil ? .good : .warning, of: "schema", newer ?? "up to date")
            if try FleetSchema.isOpenToAll(connection) {
                add(
                    .warning, of: "roles",
                    "every login can take the locks of the service; fix: sudo -u postgres whereismy-fleet migrate")
            }
            try connection.execute("SET ROLE whereismy_collector")
            try checkDevices(FleetAdministration(connection, actor: "command"), at: now)
        } catch let error as PostgresError {
            add(.fault, of: "database", "\(error)\(Self.fix(of: error))")
        } catch {
            add(.fault, of: "database", "\(error)")
        }
    }

    /// Returns the fix of an error of the database, as the end of a message.
    static func fix(of error: PostgresError) -> String {
        let message = error.message
        let isMissing = message.contains(text: "does not exist")
        if error.isPermissionDenied {
            return "; fix: whereismy-fleet init --service-role with this login, or run it as whereismy-fleet"
        }
        if isMissing, message.contains(text: "database ") {
            return "; fix: sudo -u postgres createdb with its name, or correct url in [database]; then "
                + "sudo -u postgres whereismy-fleet init"
        }
        if isMissing, message.contains(text: "role ") { return "; fix: sudo -u postgres whereismy-fleet init" }
        if message.contains(text: "authentication failed") {
            return "; fix: run it as the user whereismy-fleet, or correct url in [database]"
        }
        if ["refused", "No such file or directory"].contains(where: { message.contains(text: $0) }) {
            return "; fix: sudo apt install postgresql, or sudo systemctl start postgresql"
        }
        return error.isConnectionLost ? "; fix: correct url in [database]" : ""
    }

    private mutating func checkDevices(_ administration: FleetAdministration, at now: Timestamp) throws {
        let devices = try administration.devices(at: now).filter { !$0.isDisabled }
        guard !devices.isEmpty else {
            return add(.warning, of: "devices", "there are none; fix: whereismy-fleet device add")
        }
        let silent = devices.filter { $0.state == .silent }
        if silent.isEmpty {
            add(.good, of: "devices", "\(devices.count), none silent")
        } else {
            let names = silent.prefix(5).map(\.name.text).joined(separator: ", ")
            let more = silent.count > 5 ? " and \(silent.count - 5) more" : ""
            add(.warning, of: "devices", "silent: \(names)\(more)")
        }
        for device in devices.filter({ $0.suspectTime != nil }).prefix(5) {
            add(.warning, of: "devices", "\(device.name) has sent times in the future; fix: check its clock")
        }
        for name in devices.namesOfTwoMachines(at: now).prefix(5) {
            add(.warning, of: "devices", "two machines report as \(name); fix: \(DeviceStatus.sharedNameFix)")
        }
        for device in devices.filter({ $0.status?.clock == .unsynchronised }).prefix(5) {
            add(.warning, of: "devices", "the clock of \(device.name) is not synchronised")
        }
    }

    /// Checks that the broker lets the collector in and lets it subscribe.
    mutating func checkBroker() {
        guard let broker = settings.completeCollector.broker else {
            return add(.good, of: "broker", "none is configured: devices use HTTP alone")
        }
        // The probe would end this program too.
        guard settings.collector.crashNote?.exists != true else {
            return add(
                .fault, of: "broker",
                "whereismy-fleet crashed in the connection to \(broker.host):\(broker.port), and connects again after 20 "
                    + "minutes; fix: replace the broker, then sudo systemctl restart whereismy-fleet")
        }
        do {
            try BrokerProbe.check(broker, timeout: .seconds(10))
            add(.good, of: "broker", "\(broker.host):\(broker.port) accepts the collector")
        } catch {
            add(.fault, of: "broker", "\(error)")
        }
        if !broker.isEncrypted, !["localhost", "127.0.0.1", "::1"].contains(broker.host), broker.passwordFile != nil {
            add(.warning, of: "broker", "the password is sent without encryption; fix: mqtts:// in broker")
        }
    }
}

extension [FleetDevice] {
    /// The time after which two machines with one name count as mended.
    private static let conflictMemory: Duration = .seconds(86_400)

    /// The names by which two machines have reported in the last day.
    func namesOfTwoMachines(at now: Timestamp) -> [DeviceName] {
        filter { device in
            device.status?.nameConflict.map { now - $0 < Self.conflictMemory } ?? false
        }.map(\.name)
    }
}
