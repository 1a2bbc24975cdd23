import Basics
import Configuration
import Hooks
import Linux
import Location
import Webhooks

/// Finds out what there is of places, and of what happens there.
struct PlaceFactCollector {
    let settings: Settings
    let context: DoctorContext
    let caller: ProcessCredentials

    private var surroundings: DoctorEnvironment { context.surroundings }

    /// Adds it to what is known already.
    func add(to examination: inout SystemFacts) {
        examination.gazetteer = gazetteer
        examination.ownPlaces = ownPlaces
        examination.orders = orders
        examination.hooks = hooks
        examination.webhooks = webhooks
    }

    func status(_ path: String) -> Result<FileStatus, SystemError> {
        Result { () throws(SystemError) in try surroundings.status(path) }
    }

    private var gazetteer: GazetteerFacts {
        let path = settings.gazetteerFile
        switch status(path) {
        case .failure(let error) where error.isNotFound: return .absent
        case .failure(let error) where error.isPermissionDenied: return .denied
        case .failure(let error): return .faulty(error.description)
        case .success(let file):
            guard caller.isAllowed(.read, on: file) else { return .denied }
            // To open a pipe could take for ever.
            guard file.kind == .regular else { return .faulty("\(path) is no file") }
            return surroundings.gazetteer(path)
        }
    }

    private var ownPlaces: OwnPlacesFacts {
        let configured = surroundings.configuredPlaces(settings)
        var facts = OwnPlacesFacts(stored: storedPlaces, configured: configured.places.count)
        for problem in configured.issues {
            if mayRead(problem.source) {
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
            guard file.kind == .regular else { return .faulty("\(path) is no file") }
            return surroundings.storedPlaces(path)
        }
    }

    /// Whether a fault of a file is the file's and not that the caller may not read it.
    private func mayRead(_ path: String) -> Bool {
        switch status(path) {
        case .success(let file): caller.isAllowed(.read, on: file)
        case .failure(let error): !error.isPermissionDenied
        }
    }

    /// The names in a directory that are not hidden, sorted, or why there are none.
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

    /// Nil where it has been taken meanwhile.
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
            case .success(let status): add(name, path, status, to: &facts)
            case .failure(let error) where error.isPermissionDenied:
                facts.visibility = .inaccessible("\(path): \(error.reason)")
            // It has gone in between, or is a link that leads nowhere.
            case .failure: continue
            }
        }
        return facts
    }

    private func add(_ name: String, _ path: String, _ status: FileStatus, to facts: inout HooksFacts) {
        let file = HookFile(name: name, status)
        if file != .ignore {
            facts.files.append(HooksFacts.File(name: name, file: file, status: status))
        } else if isInert(path, name, status) {
            facts.notExecutable.append(name)
        } else if isMisnamed(name, status) {
            facts.misnamed.append(name)
        }
    }

    /// Whether nothing but a letter of its name keeps it from being run; what editors leave behind is none either.
    private func isMisnamed(_ name: String, _ status: FileStatus) -> Bool {
        let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.~".contains($0)) ? $0 : "-" }
        return HookFile(name: String(plain), status) != .ignore
    }

    /// A directory is judged as an executable of its owner and mode would be.
    private static func fault(ofDirectory status: FileStatus) -> String? {
        let alike = FileStatus(mode: status.mode | 0o100, owner: status.owner, group: status.group)
        guard case .refuse(let fault) = HookFile(name: "hook", alike) else { return nil }
        return fault
    }

    /// Whether it would be run if it were executable, and looks as if it should be.
    private func isInert(_ path: String, _ name: String, _ status: FileStatus) -> Bool {
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
        // By their numbers, so that the first of each webhook is its oldest.
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
