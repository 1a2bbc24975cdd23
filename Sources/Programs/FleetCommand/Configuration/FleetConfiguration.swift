import Configuration
import FleetCollector
import Linux

/// The configuration of a fleet: `fleet.conf`, and its drop-ins in the order of their names.
struct FleetConfiguration {
    /// `--config`, of every subcommand.
    static let option = Option(
        "config", value: "FILE", .files, help: "read this file in place of /etc/whereismy/fleet.conf")

    /// The valid settings.
    private(set) var settings = FleetSettings()
    /// All issues, in reading order.
    private(set) var issues: [ConfigurationError.Issue] = []
    /// The files that were read.
    private(set) var sources: [String] = []

    private let files: ConfigurationFiles
    /// The file and line of each setting, by section and name.
    private var origins: [String: (file: String, line: Int)] = [:]

    /// Reads a file; nil for the default one, which may be missing.
    init(file: String?, environment: [String: String], files: ConfigurationFiles) {
        self.files = files
        let runtime = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        settings.collector.crashNote = CrashNote(path: "\(runtime ?? FleetSettings.runtimeDirectory)/broker-crashed")
        let directory = environment["CONFIGURATION_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        let main = file ?? "\(directory ?? FleetSettings.directory)/fleet.conf"
        read(main, mayBeMissing: file == nil)
        readDropIns("\(main).d")
        check(main)
    }

    /// The settings.
    ///
    /// - Throws: `ConfigurationError` with all issues.
    static func settings(_ options: ParsedOptions, in context: OperatorContext) throws -> FleetSettings {
        let loaded = FleetConfiguration(
            file: options.value(of: option), environment: context.environment, files: context.files)
        guard loaded.issues.isEmpty else { throw ConfigurationError(loaded.issues) }
        return loaded.settings
    }

    private mutating func readDropIns(_ directory: String) {
        do throws(SystemError) {
            let names = try files.names(directory).filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
            for name in names.sorted() { read("\(directory)/\(name)", mayBeMissing: false) }
        } catch {
            if !error.isNotFound { issues.append(.init(source: directory, message: error.reason)) }
        }
    }

    private mutating func read(_ path: String, mayBeMissing: Bool) {
        do throws(SystemError) {
            let document = INIDocument(try files.contents(path))
            sources.append(path)
            issues += document.issues.map { .init(source: path, line: $0.line, message: $0.reason) }
            var lines: [String: Int] = [:]
            for entry in document.entries { apply(entry, from: path, &lines) }
        } catch {
            if mayBeMissing, error.isNotFound { return }
            issues.append(.init(source: path, message: error.reason))
        }
    }

    private mutating func apply(_ entry: INIDocument.Entry, from path: String, _ lines: inout [String: Int]) {
        func report(_ message: String) {
            issues.append(.init(source: path, line: entry.line, message: message))
        }
        switch FleetKey.find(section: entry.section, name: entry.name) {
        case .failure(let unknown): report(unknown.description)
        case .success(let key):
            let name = "\(key.section)/\(key.name)"
            if let line = lines.updateValue(entry.line, forKey: name) {
                report("\(key.name) is also set on line \(line); fix: remove one")
            }
            origins[name] = (path, entry.line)
            if let fault = key.set(entry.value, in: &settings) { report(fault) }
        }
    }

    /// Reports what is valid alone and not together.
    private mutating func check(_ main: String) {
        let faults = settings.brokerFaults + settings.httpFaults
        for fault in faults {
            let origin = origins["\(fault.section)/\(fault.key)"]
            let message = "\(fault.key): \(fault.message)"
            issues.append(.init(source: origin?.file ?? main, line: origin?.line, message: message))
        }
        for draft in settings.webhooks where draft.address == nil {
            let section = "\(FleetKey.webhookHeading) \(draft.name)"
            let origin = origins.filter { $0.key.hasPrefix("\(section)/") }.map(\.value).min { $0.line < $1.line }
            let message = "[\(section)] lacks url: it needs an http or https address"
            issues.append(.init(source: origin?.file ?? main, line: origin?.line, message: message))
        }
    }
}

/// Values that are valid alone and not together.
struct FleetConflict {
    let section: String
    let key: String
    let message: String
}

extension FleetSettings {
    /// The conflicts of [mqtt].
    fileprivate var brokerFaults: [FleetConflict] {
        let options = brokerOptions
        let isPlain = broker?.isEncrypted == false
        let withoutTLS = "has no effect without TLS; fix: use mqtts:// in broker"
        let faults = [
            ("password-file", options.passwordFile != nil && options.user == nil, "needs a user; fix: set user"),
            (
                "certificate-file", options.certificateFile != nil && options.keyFile == nil,
                "needs its key; fix: set key-file"
            ),
            (
                "key-file", options.keyFile != nil && options.certificateFile == nil,
                "needs its certificate; fix: set certificate-file"
            ),
            ("ca-file", options.authorityFile != nil && isPlain, withoutTLS),
            ("certificate-file", options.certificateFile != nil && isPlain, withoutTLS),
        ]
        return faults.filter(\.1).map { FleetConflict(section: "mqtt", key: $0.0, message: $0.2) }
    }

    /// The conflicts of [http] and [map].
    fileprivate var httpFaults: [FleetConflict] {
        let hasSocket = listen.contains { if case .unix = $0 { true } else { false } }
        let proxy = FleetConflict(
            section: "http", key: "proxy-socket",
            message: "the header would be trusted on every Unix socket; fix: remove unix: from listen")
        let map = shared.map.issue.map { FleetConflict(section: "map", key: "attribution-link", message: $0) }
        return (proxySocket != nil && hasSocket ? [proxy] : []) + (map.map { [$0] } ?? [])
    }
}
