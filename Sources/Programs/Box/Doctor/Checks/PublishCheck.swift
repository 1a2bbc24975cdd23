import Basics
import Configuration
import Linux
import Pages
import PublishState

struct PublishCheck: Check {
    let name = CheckName.publish

    /// The units of the programs.
    static let units = [PublishProgramName.publisher, .nmea].map(\.unit)

    /// A result for each destination, or one for none.
    func evaluateEach(_ system: SystemFacts) -> [CheckResult] {
        let destinations = system.publish.overview.destinations
        guard !destinations.isEmpty else { return [.ok("none: there is no [publish NAME] in whereismy.conf")] }
        return destinations.map { PublishExamination(destination: $0, system: system).result }
    }

    /// The worst result.
    func evaluate(_ system: SystemFacts) -> CheckResult {
        let results = evaluateEach(system)
        return ["fail", "warn", "skipped"].lazy.compactMap { word in results.first { $0.status == word } }.first
            ?? results.first ?? .ok("none")
    }
}

extension PublishProgramName {
    /// The systemd unit.
    var unit: String { "\(rawValue).service" }
    /// The place of its messages on a host.
    fileprivate func log(_ host: HostSystem) -> String {
        if host.hasSystemd { return "journalctl -u \(rawValue)" }
        return host.isContainer ? "podman logs" : "the standard error of \(rawValue)"
    }
}

/// The examination of one destination, from the program to what it sends.
private struct PublishExamination {
    let destination: DestinationState
    let system: SystemFacts

    private var settings: PublishSettings { destination.settings }
    private var program: PublishProgramName { settings.program }
    private var host: HostSystem { system.host }

    var result: CheckResult {
        missing ?? file ?? unit ?? unreadable ?? stopped ?? cursor ?? history ?? held ?? rejected ?? well
    }

    private func fail(_ found: String, cure: String) -> CheckResult { .fail("\(settings.name): \(found)", cure: cure) }

    /// A failure: the program is not installed.
    private var missing: CheckResult? {
        guard !destination.isRunning, !system.publish.installed.contains(program) else { return nil }
        return fail("\(program.rawValue) is not installed: nothing is sent", cure: host.installPublisher)
    }

    /// A failure: a file that the user of the unit cannot use.
    private var file: CheckResult? {
        for path in settings.files {
            switch system.publish.files[path] {
            case .failure(let error) where error.isNotFound:
                return fail(
                    "\(path) does not exist: nothing is sent",
                    cure: "docs/publishing.md has a recipe for each receiver")
            case .success(let file) where settings.secretFiles.contains(path) && file.mode & 0o027 != 0:
                return fail("\(path) is accessible by others: nothing is sent", cure: "sudo chmod g-w,o= \(path)")
            case .success(let file):
                guard let (user, name) = system.publishUser(of: program), !user.isAllowed(.read, on: file) else {
                    continue
                }
                return fail(
                    "\(name) cannot read \(path): nothing is sent",
                    cure: "sudo chgrp \(name) \(path) && sudo chmod g+r \(path)")
            case .failure, nil: continue
            }
        }
        return nil
    }

    /// A failure of the unit.
    private var unit: CheckResult? {
        guard let unit = system.units?[program.unit], unit.exists, !destination.isRunning else { return nil }
        if unit.isMasked {
            return fail(
                "\(program.unit) is masked: nothing is sent",
                cure: "sudo systemctl unmask \(program.unit), then sudo systemctl enable --now \(program.unit)")
        }
        return unit.failure.map { reason in
            fail(
                "\(program.unit) failed (\(reason)): nothing is sent",
                cure: "\(program.log(host)) shows why; then \(host.restart(program.rawValue))")
        }
    }

    private var stopped: CheckResult? {
        guard !destination.isRunning else { return nil }
        return fail("\(program.rawValue) does not run: nothing is sent", cure: host.start(program.rawValue))
    }

    private var unreadable: CheckResult? {
        guard program == .publisher, let reason = system.publish.overview.hidden else { return nil }
        return .skipped("\(settings.name): the state is not visible: \(reason)", because: .group)
    }

    private var cursor: CheckResult? {
        destination.cursorFault.map { fault in
            fail(
                fault,
                cure:
                    "\(host.restart(program.rawValue)), which moves it aside; whereismy publish --rewind sends what is missing"
            )
        }
    }

    /// A failure: the user of the unit may not read the history.
    private var history: CheckResult? {
        guard settings.receivesHistory else { return nil }
        if let problem = destination.historyProblem {
            return fail(
                "the history cannot be read: \(problem)", cure: "\(program.log(host)) and whereismy history verify")
        }
        guard let file = system.publish.history, let (user, name) = system.publishUser(of: program),
            !user.isAllowed(.read, on: file)
        else { return nil }
        return fail(
            "\(name) cannot read \(system.settings.historyFile)",
            cure: "\(host.add(name, to: "whereismy")) && \(host.restart(program.rawValue))")
    }

    private var held: CheckResult? {
        guard let problem = destination.problem else { return nil }
        let since = destination.status?.since.map { " for \(AgeText.span(system.now - $0))" } ?? ""
        return fail("held\(since): \(problem)\(waiting)", cure: cure(of: problem))
    }

    /// The cure of a problem, by what its message says.
    private func cure(of problem: String) -> String {
        let reload = "correct it, then \(host.reloadDaemon)"
        let cures = [
            (["answered 401", "answered 403", "authorised", "password"], "the login is wrong: \(reload)"),
            (["answered 404", "answered 405", "answered 410"], "the address or the device is wrong: \(reload)"),
            (["answered 30"], "set \"to\" to the address of the redirection: \(reload)"),
            (["subscribes to the topic"], "start the program that reads the topic, or correct user or topic"),
            (
                ["result\":\"ok", "with a page"],
                "another server answers there, such as the login of a network, or the path is wrong"
            ),
            (["answered 5", "answered 429"], "the receiver is overloaded or broken; it is tried again"),
            (["crashed in this connection"], "the broker is damaged or hostile: replace it, then \(host.reloadDaemon)"),
            (["does not serve it"], "\(program.log(host)) shows why; then \(host.reloadDaemon)"),
        ]
        let match = cures.first { words, _ in words.contains { problem.contains(text: $0) } }
        return match?.1 ?? "whereismy publish --test \(settings.name) tries it; everything waits until it works"
    }

    private var rejected: CheckResult? {
        guard destination.setAside > 0 else { return nil }
        let paths = PublishPaths(state: system.settings.publishStateDirectory)
        let count = destination.setAside
        return .warn(
            "\(settings.name): \(count) fix\(count == 1 ? "" : "es") that it rejected in \(paths.rejected(of: settings.name))",
            cure: "inspect and remove them")
    }

    private var well: CheckResult {
        switch destination.phase {
        case .running: .ok("\(settings.name): served by \(program.rawValue)")
        case .waiting: .ok("\(settings.name): being sent\(waiting)")
        case .upToDate, .held, .stopped, .unknown: .ok("\(settings.name): up to date")
        }
    }

    private var waiting: String {
        guard let count = destination.waiting?.count, count > 0 else { return "" }
        return ", \(count) fix\(count == 1 ? "" : "es") wait"
    }
}

extension SystemFacts {
    /// The user of the unit of a program; nil if the package did not create it.
    fileprivate func publishUser(of program: PublishProgramName) -> (identity: ProcessCredentials, name: String)? {
        guard let user = users.user(named: program.rawValue) else { return nil }
        var identity = users.credentials(of: user)
        // The unit runs with the group of the daemon.
        if let group = users.group(named: "whereismy") { identity.groups.insert(group.number) }
        return (identity, user.name)
    }
}
