package import Gazetteer
import HTTPServer

/// The access of a server to the gazetteer.
package struct GazetteerAccess: Sendable {
    /// The path; nil for none.
    package let path: String?
    /// The default search radius in metres.
    package let defaultRadius: Double
    private let command: String
    private let log: RequestLog

    /// Creates the access.
    ///
    /// - Parameters:
    ///   - path: the path of the gazetteer; nil for none.
    ///   - defaultRadius: the default search radius in metres.
    ///   - command: the command that imports places, for the person who has none.
    ///   - log: receives the failures that are not the client's fault.
    package init(
        path: String?, defaultRadius: Double, command: String = "whereismy gazetteer import",
        log: RequestLog = RequestLog()
    ) { (self.path, self.defaultRadius, self.command, self.log) = (path, defaultRadius, command, log) }

    /// True if there is a gazetteer that can be read.
    package var exists: Bool {
        path.map { (try? GazetteerStore(path: $0, access: .readOnly)) != nil } ?? false
    }

    /// Returns a function that opens the gazetteer on the worker thread; it was found readable, with that source.
    ///
    /// - Throws: ``Problem`` if there is no gazetteer or no such source, or if it is unreadable.
    package func opener(for source: String?) throws(Problem) -> @Sendable () throws -> GazetteerStore {
        guard let path else { throw absent }
        do {
            let known = try GazetteerStore(path: path, access: .readOnly).sources().map(\.name)
            guard let source, !known.contains(source) else {
                return { try GazetteerStore(path: path, access: .readOnly) }
            }
            throw Problem(
                .notFound, code: "unknown-source",
                detail: GazetteerError.unknownSource(source, known: known).description)
        } catch let problem as Problem {
            throw problem
        } catch let error as GazetteerError where error.isNotFound {
            throw absent
        } catch {
            log.report("gazetteer request failed: \(error)")
            throw Problem(
                .serviceUnavailable, code: "gazetteer-unreadable",
                detail: "the gazetteer is unreadable; see the journal")
        }
    }

    private var absent: Problem {
        Problem(.notFound, code: "no-gazetteer", detail: "no gazetteer is imported; fix: \(command)")
    }
}
