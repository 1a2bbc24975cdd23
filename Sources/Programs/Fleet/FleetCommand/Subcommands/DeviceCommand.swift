import Access
import Basics
import CommandLine
import FleetCollector
import FleetProtocol
import FleetStore
import JSON
import Linux
import Location

/// `whereismy-fleet device`: manage devices.
enum DeviceCommand: Subcommand {
    static let name = "device"

    enum Action: String, CaseIterable {
        case add, list, disable, enable, set, remove
    }

    private static let staleAfter = Option(
        "stale-after", value: "TIME", help: "add, set: silent after this time without a report, or default")
    private static let retention = Option(
        "retention", value: "DAYS", help: "add, set: remove fixes after this number of days, or forever")
    private static let team = Option("team", value: "TEAM", help: "add: put it into this team; repeatable")
    private static let names = Option(
        "names", value: "FILE", .files,
        help: "add: all devices of this file, a name a line; prints NAME:TOKEN, as mosquitto_passwd -U reads it")
    private static let after = Option(
        "after", value: "TIME",
        help: "remove: only the fixes and events from the next full hour on, such as those of a wrong clock")
    private static let yes = Option("yes", letter: "y", help: "remove: do not ask")

    static let table = OptionTable(
        usage: "whereismy-fleet device [OPTION]... [add NAME|list|disable NAME|enable NAME|set NAME|remove NAME]",
        summary: "Add, list, disable, change and remove devices. `add` prints the token of the device, once.",
        defaultAction: "list",
        options: [staleAfter, retention, team, names, after, yes, .quiet, OutputFormat.option]
            + FleetProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let file = options.value(of: names)
        let (action, name) = try action(Action.self, of: options) {
            $0 == .list || $0 == .add && file != nil ? nil : "name"
        }
        guard action != .list else { return try list(options, in: context) }
        if action == .add, let file { return try add(namesIn: file, options, in: context) }
        let device = try DeviceName(operand: name)
        let change = try DeviceChange(options)
        let (administration, now) = (try context.administration(options), context.now())
        switch action {
        case .add:
            let token = try add(device, by: administration, options, at: now)
            let hasBroker = try context.settings(options).completeCollector.broker != nil
            return CommandResult(
                text: "\(token.text)\n",
                diagnostics: DeviceAdvice(device: device, token: token.text, hasBroker: hasBroker).text)
        case .disable, .enable:
            try administration.setDisabled(action == .disable, device, at: now)
            return .change("\(action.rawValue)d \(device)", options)
        case .set:
            guard change.isAny else { throw UsageError("device set needs --stale-after or --retention") }
            try change.apply(to: device, administration, at: now)
            return .change("changed \(device)", options)
        case .remove: return try remove(device, by: administration, options, in: context)
        case .list: return CommandResult()
        }
    }

    /// Adds a device with its settings and teams; returns its token.
    private static func add(
        _ device: DeviceName, by administration: FleetAdministration, _ options: ParsedOptions, at now: Timestamp
    ) throws -> Secret {
        let change = try DeviceChange(options)
        try checkTeams(administration, options)
        let token = try administration.addDevice(device, at: now)
        try change.apply(to: device, administration, at: now)
        for team in options.values(of: team) { try administration.add(device, toTeam: team, at: now) }
        return token
    }

    /// A device without its teams would have been added, and its token lost.
    private static func checkTeams(_ administration: FleetAdministration, _ options: ParsedOptions) throws {
        let wanted = options.values(of: team)
        let known = wanted.isEmpty ? [] : try Set(administration.teams().map(\.name))
        if let team = wanted.first(where: { !known.contains($0) }) {
            throw UsageError("no team \(team); fix: whereismy-fleet team add \(team)")
        }
    }

    /// Adds the devices of a file; nothing is added if one of the names is none, twice there or in use, or without teams.
    private static func add(
        namesIn file: String, _ options: ParsedOptions, in context: OperatorContext
    ) throws -> CommandResult {
        let lines = String(decoding: try FileContents.read(file), as: UTF8.self).split(whereSeparator: \.isNewline)
        let devices = try lines.filter { !$0.isEmpty }.map { try DeviceName(operand: String($0)) }
        let (administration, now) = (try context.administration(options), context.now())
        var known = try Set(administration.devices(at: now).map(\.name))
        if let used = devices.first(where: { !known.insert($0).inserted }) {
            throw UsageError("device \(used) exists already, or is twice in \(file); fix: remove it from there")
        }
        for device in devices {
            let token = try add(device, by: administration, options, at: now)
            // At once: a token cannot be printed again if a later device fails.
            try context.write(Array("\(device):\(token.text)\n".utf8))
        }
        return CommandResult()
    }

    private static func remove(
        _ device: DeviceName, by administration: FleetAdministration, _ options: ParsedOptions,
        in context: OperatorContext
    ) throws -> CommandResult {
        let after = try context.moment(of: after, in: options)
        if !options.contains(yes) {
            let what = after.map { "the fixes of \(device) after \(context.localTime($0))" }
            let question = "remove \(what ?? "\(device) with all its fixes, events, tokens and links")?"
            guard let isConfirmed = try context.confirm(question) else {
                throw UsageError("device remove asks at a terminal; fix: add --yes")
            }
            guard isConfirmed else { return CommandResult(diagnostics: "\(device) stays", code: .failure) }
        }
        if let after {
            let removed = try administration.removeFixes(of: device, after: after, at: context.now())
            return .change("removed \(removed.fixes) fixes and \(removed.events) events of \(device)", options)
        }
        let removed = try administration.removeDevice(device, at: context.now())
        var result = CommandResult.change(
            "removed \(device) with \(removed.fixes) fixes and \(removed.events) events", options)
        result.diagnostics = "remove its password at the broker too: mosquitto_passwd -D FILE \(device)"
        return result
    }

    /// The changes by `--stale-after` and `--retention`.
    private struct DeviceChange {
        private var staleAfter: Duration??
        private var retention: Int??

        init(_ options: ParsedOptions) throws(UsageError) {
            let days = ValueSyntax<Int>("a number of days, or forever") { text in
                Int(text).flatMap { (1...36_500).contains($0) ? $0 : nil }
            }
            staleAfter = try options.value(
                of: DeviceCommand.staleAfter, as: ValueSyntax<Duration>.span.orNone("default"))
            retention = try options.value(of: DeviceCommand.retention, as: days.orNone("forever"))
        }

        var isAny: Bool { staleAfter != nil || retention != nil }

        func apply(to device: DeviceName, _ administration: FleetAdministration, at now: Timestamp) throws {
            if let staleAfter { try administration.setStaleAfter(staleAfter, device, at: now) }
            if let retention { try administration.setRetention(days: retention, device, at: now) }
        }
    }

    private static func list(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let now = context.now()
        return .list(
            "devices", in: try options.outputFormat(),
            try context.administration(options).devices(at: now),
            none: "there are no devices; fix: whereismy-fleet device add",
            heading: ["NAME", "STATE", "REPORTED", "TEAMS"],
            row: { device in
                [
                    device.name.text, device.isDisabled ? "disabled" : device.state.words,
                    context.age(device.received), device.teams.joined(separator: ","),
                ]
            }, members: { $0.members(of: $1) })
    }
}

extension JSONWriter {
    /// Writes a device as an operator sees it, without its position.
    fileprivate mutating func members(of device: FleetDevice) {
        string("name", device.name.text)
        word("state", device.state.rawValue)
        boolean("isDisabled", device.isDisabled)
        strings("teams", device.teams)
        time("received", device.received)
        time("time", device.point?.timestamp)
        time("suspectTime", device.suspectTime)
        number("staleAfter", device.staleAfter.inSeconds, decimals: 3)
        if let status = device.status { object("status") { $0.members(of: status) } }
    }
}
