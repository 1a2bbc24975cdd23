import Basics
import Gazetteer
import HTTPServer
import Location
import Systemd

/// The places of the world as the API asks for them.
struct GazetteerAccess: Sendable {
    private static let none = Problem(
        .notFound, code: "no-gazetteer", detail: "no places have been brought in here: whereismy gazetteer import does so")

    /// Metres beyond which a place is not near where nobody says how far.
    let defaultRadius: Double

    private let path: String?

    init(path: String?, defaultRadius: Double) {
        self.path = path
        self.defaultRadius = defaultRadius
    }

    /// What opens the gazetteer, after it was found that it can be read.
    ///
    /// - Parameter source: the source that is asked for; nil for all.
    /// - Returns: what opens it, for the thread that asks it.
    /// - Throws: ``Problem`` where there is no gazetteer, it has no such source, or it cannot be read.
    func opener(for source: String?) throws(Problem) -> @Sendable () throws -> GazetteerStore {
        guard let path else { throw Self.none }
        do {
            let known = try GazetteerStore(path: path, access: .readOnly).sources().map(\.name)
            guard let source, !known.contains(source) else {
                return { try GazetteerStore(path: path, access: .readOnly) }
            }
            throw Problem(
                .notFound, code: "unknown-source", detail: GazetteerError.unknownSource(source, known: known).description)
        } catch let problem as Problem {
            throw problem
        } catch let error as GazetteerError where error.isNotFound {
            throw Self.none
        } catch {
            Log.write(.warning, PrintableText.sanitized("places were asked for: \(error)"))
            throw Problem(
                .serviceUnavailable, code: "gazetteer-unreadable", detail: "the places cannot be read, the journal says why")
        }
    }
}
