import Basics
import Configuration
import Hooks
import Linux
import Webhooks

/// Collects the facts about places, hooks and webhooks.
struct PlaceFactCollector {
    let settings: Settings
    let context: DoctorContext
    let caller: ProcessCredentials

    private var host: DoctorEnvironment { context.host }

    func add(to system: inout SystemFacts) {
        system.gazetteer = gazetteer
        system.ownPlaces = ownPlaces
        system.orders = orders
        system.hooks = hooks
        system.webhooks = webhooks
    }

    func status(_ path: String) -> Result<FileStatus, SystemError> {
        Result { () throws(SystemError) in try host.status(path) }
    }

    private var gazetteer: GazetteerFacts {
        let path = settings.gazetteerFile
        switch status(path) {
        case .failure(let error) where error.isNotFound: return .absent
        case .failure(let error) where error.isPermissionDenied: return .denied
        case .failure(let error): return .faulty(error.description)
        case .success(let file):
            guard caller.isAllowed(.read, on: file) else { return .denied }
            // Opening a pipe could block endlessly.
            guard file.kind == .regular else { return .faulty("\(path) is not a file") }
            return host.gazetteer(path)
        }
    }

    private var ownPlaces: OwnPlacesFacts {
        let configured = host.configuredPlaces(settings)
        var facts = OwnPlacesFacts(stored: storedPlaces, configured: configured.places.count)
        for problem in configured.issues {
            if canRead(problem.source) {
                facts.issues.append("\(problem.source): \(problem.message)")
            } else {
                facts.unreadable.append(problem.source)
            }
        }
        return facts
    }

    private var storedPlaces: OwnPlacesFacts.Stored {
        let path = settings.ownPlacesFile
        switch status(path) {
        case .failure(let error) where error.isNotFound: return .places(0)
        case .failure(let error) where error.isPermissionDenied: return .denied
        case .failure(let error): return .faulty(error.description)
        case .success(let file):
            guard caller.isAllowed(.read, on: file) else { return .denied }
            guard file.kind == .regular else { return .faulty("\(path) is not a file") }
            return host.storedPlaces(path)
        }
    }

    /// Returns true if the caller can read a file, so that its fault is not a missing permission.
    private func canRead(_ path: String) -> Bool {
        switch status(path) {
        case .success(let file): caller.isAllowed(.read, on: file)
        case .failure(let error): !error.isPermissionDenied
        }
    }

    /// The names in a directory that are not hidden, sorted.
    func names(_ directory: String) -> (sight: Visibility, names: [String]) {
        do throws(SystemError) {
            return (.visible, try context.files.names(directory).filter { !$0.hasPrefix(".") }.sorted())
        } catch {
            return (error.isNotFound ? .absent : .inaccessible("\(directory): \(error.reason)"), [])
        }
    }

    private var orders: QueueFacts {
        let inbox = names(settings.orderInbox)
        let paths = inbox.names.map { "\(settings.orderInbox)/\($0)" }
        return QueueFacts(visibility: inbox.sight, count: paths.count, since: paths.compactMap(modified).min())
    }

    /// Nil if it was removed in the meantime.
    func modified(_ path: String) -> Timestamp? { try? status(path).get().modified }
}

extension PlaceFactCollector {
    var hooks: HooksFacts {
        let directory = settings.hookDirectory
        let listing = names(directory)
        var facts = HooksFacts(visibility: listing.sight)
        facts.directory = try? status(directory).get()
        facts.fault = facts.directory.flatMap(Self.fault)
        for name in listing.names {
            let path = "\(directory)/\(name)"
            switch status(path) {
            case .success(let status): add(name, path: path, status: status, to: &facts)
            case .failure(let error) where error.isPermissionDenied:
                facts.visibility = .inaccessible("\(path): \(error.reason)")
            // It was removed meanwhile, or is a broken link.
            case .failure: continue
            }
        }
        return facts
    }

    private func add(_ name: String, path: String, status: FileStatus, to facts: inout HooksFacts) {
        let file = HookFile(name: name, status)
        if file != .ignore {
            facts.files.append(HooksFacts.File(name: name, file: file, status: status))
        } else if isNotExecutable(path, name: name, status: status) {
            facts.notExecutable.append(name)
        } else if isMisnamed(name, status) {
            facts.misnamed.append(name)
        }
    }

    /// Returns true if only a character of its name keeps it from being run; backups of editors do not count.
    private func isMisnamed(_ name: String, _ status: FileStatus) -> Bool {
        let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.~".contains($0)) ? $0 : "-" }
        return HookFile(name: String(plain), status) != .ignore
    }

    /// A directory is judged like an executable of its owner and mode.
    private static func fault(ofDirectory status: FileStatus) -> String? {
        let alike = FileStatus(mode: status.mode | 0o100, owner: status.owner, group: status.group)
        guard case .refuse(let fault) = HookFile(name: "hook", alike) else { return nil }
        return fault
    }

    /// Returns true if it looks like a hook that is not executable.
    private func isNotExecutable(_ path: String, name: String, status: FileStatus) -> Bool {
        var executable = status
        executable.mode |= 0o100
        guard status.kind == .regular, status.size <= 1 << 20, HookFile(name: name, executable) != .ignore,
            let bytes = try? context.files.contents(path)
        else { return false }
        return bytes.starts(with: Array("#!".utf8)) || bytes.starts(with: Array("\u{7F}ELF".utf8))
    }

    var webhooks: WebhooksFacts {
        var facts = WebhooksFacts()
        let files = settings.webhooks.flatMap { [$0.secretFile, $0.authorityFile] }.compactMap(\.self)
        facts.files = Dictionary(files.map { ($0, status($0)) }) { first, _ in first }
        let queue = names(settings.webhookQueue)
        facts.visibility = queue.sight
        // Sorted by number, so that the first of each webhook is its oldest.
        for entry in queue.names.compactMap(QueueName.init).sorted() {
            var waiting = facts.waiting[entry.webhook] ?? QueueFacts()
            if waiting.count == 0 { waiting.since = modified("\(settings.webhookQueue)/\(entry)") }
            waiting.count += 1
            facts.waiting[entry.webhook] = waiting
        }
        facts.damaged = names(settings.damagedWebhooks).names.count
        return facts
    }
}
