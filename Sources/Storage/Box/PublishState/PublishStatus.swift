public import Basics
import JSON
public import Linux

/// The state of the destinations, as the running publisher last wrote it.
public struct PublishStatus: Hashable, Sendable {
    /// The state of one destination.
    public struct Destination: Hashable, Sendable {
        /// The name.
        public var name: String
        /// True if nothing is known to wait.
        public var isCaughtUp: Bool
        /// The time of the last delivery; nil if there was none since the start.
        public var lastSuccess: Timestamp?
        /// The reason why nothing is delivered; nil if all is well.
        public var problem: String?
        /// The beginning of the problem; nil without one.
        public var since: Timestamp?
        /// The last problem since the start, also one that has ended; nil for none.
        public var lastError: String?
        /// The time at which it began; nil for none.
        public var lastErrorTime: Timestamp?
        /// The number of fixes that were set aside since the start.
        public var rejected: Int

        /// Creates the state of a destination.
        public init(name: String, isCaughtUp: Bool) {
            self.name = name
            self.isCaughtUp = isCaughtUp
            rejected = 0
        }
    }

    /// The destinations, in the order of the configuration.
    public var destinations: [Destination]
    /// The reason why the history cannot be read; nil if it can.
    public var historyProblem: String?

    /// Creates a status.
    public init(destinations: [Destination] = [], historyProblem: String? = nil) {
        self.destinations = destinations
        self.historyProblem = historyProblem
    }

    /// Reads the status; nil if there is none, or one that is no status.
    ///
    /// - Throws: ``SystemError`` with the path if it cannot be read.
    public static func read(_ paths: PublishPaths) throws(SystemError) -> PublishStatus? {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try FileContents.read(paths.status) } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
        return (try? SafeJSON.decode(Document.self, from: bytes))?.status
    }

    /// Replaces the status.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func write(_ paths: PublishPaths) throws(SystemError) {
        try AtomicFile.replace(paths.status, with: bytes, mode: 0o640)
    }

    /// One line of JSON.
    public var bytes: [UInt8] {
        JSONWriter.line { json in
            json.string("historyProblem", historyProblem)
            json.objects("destinations", destinations) { json, destination in
                json.string("name", destination.name)
                json.boolean("isCaughtUp", destination.isCaughtUp)
                json.time("lastSuccess", destination.lastSuccess)
                json.string("problem", destination.problem)
                json.time("since", destination.since)
                json.string("lastError", destination.lastError)
                json.time("lastErrorTime", destination.lastErrorTime)
                json.integer("rejected", destination.rejected)
            }
        }
    }

    private struct Document: Decodable {
        struct Entry: Decodable {
            var name: String
            var isCaughtUp: Bool
            var lastSuccess: String?
            var problem: String?
            var since: String?
            var lastError: String?
            var lastErrorTime: String?
            var rejected: Int
        }

        var destinations: [Entry]
        var historyProblem: String?

        var status: PublishStatus {
            let list = destinations.map { entry in
                var destination = Destination(name: entry.name, isCaughtUp: entry.isCaughtUp)
                destination.lastSuccess = entry.lastSuccess.flatMap { Timestamp(storable: $0) }
                destination.problem = entry.problem
                destination.since = entry.since.flatMap { Timestamp(storable: $0) }
                destination.lastError = entry.lastError
                destination.lastErrorTime = entry.lastErrorTime.flatMap { Timestamp(storable: $0) }
                destination.rejected = entry.rejected
                return destination
            }
            return PublishStatus(destinations: list, historyProblem: historyProblem)
        }
    }
}
