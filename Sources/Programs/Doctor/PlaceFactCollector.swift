import Basics
import Configuration
import Linux
import Location

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
