public import Basics
import JSON
public import Linux

/// A request of a user to the running publisher: a file that the publisher removes when it has carried it out.
public struct PublishRequest: Hashable, Sendable {
    /// The change that the user requests.
    public enum Kind: String, Sendable {
        /// Deliver everything since the moment again.
        case rewind
        /// Deliver nothing up to the moment.
        case skip
    }

    /// The maximum number of requests that are read at once.
    private static let maxCount = 100
    /// The time after which a file that is being written is left over.
    private static let maxWritingTime: Duration = .seconds(60)

    /// The time by which the clock may have been set back since a request was written.
    private static let maxAhead: Duration = .seconds(60)

    /// The destination.
    public let name: String
    /// The change that the user requests.
    public let kind: Kind
    /// The moment.
    public let moment: Timestamp

    /// Creates a request; before 1970 there are no fixes.
    public init(_ kind: Kind, name: String, moment: Timestamp) {
        self.name = name
        self.kind = kind
        self.moment = max(moment, Timestamp.storable.lowerBound)
    }

    /// Writes the request, which replaces an unread one for the same destination.
    ///
    /// - Throws: ``SystemError`` with the path, `ENOENT` if the publisher has never run.
    public func write(_ paths: PublishPaths) throws(SystemError) {
        let bytes = JSONWriter.object { json in
            json.string("name", name)
            json.word("kind", kind.rawValue)
            json.integer("moment", moment.milliseconds)
        }
        // The publisher is in another group than the user; the directory is closed to others.
        try AtomicFile.replace("\(paths.requests)/\(PublishPaths.fileName(name))", with: bytes, mode: 0o644)
    }

    /// Reads and removes the requests, at most a hundred; files that are none are removed as well.
    ///
    /// Hidden files are being written, or were left by a command that was killed; these are removed after a minute.
    ///
    /// - Throws: ``SystemError`` with the path.
    public static func take(_ paths: PublishPaths, at now: Timestamp) throws(SystemError) -> [PublishRequest] {
        let names = try DirectoryListing.names(in: paths.requests).sorted()
        for name in names where name.hasPrefix(".") { removeStale("\(paths.requests)/\(name)", at: now) }
        var requests: [PublishRequest] = []
        var count = 0
        for name in names where !name.hasPrefix(".") && count < maxCount {
            let path = "\(paths.requests)/\(name)"
            let request = read(path, at: now)
            // One that stays, as a directory of another user can, would be carried out again and again.
            guard (try? DirectoryEntry.removeTree(path)) != nil else { continue }
            count += 1
            if let request { requests.append(request) }
        }
        return requests
    }

    /// Returns nil for a moment in the future too: up to it nothing would be sent.
    private static func read(_ path: String, at now: Timestamp) -> PublishRequest? {
        guard let bytes = try? FileContents.read(path, limit: 4096),
            let document = try? SafeJSON.decode(Document.self, from: bytes), let kind = Kind(rawValue: document.kind),
            let moment = Timestamp(storable: document.moment), moment <= now + maxAhead
        else { return nil }
        return PublishRequest(kind, name: document.name, moment: moment)
    }

    private static func removeStale(_ path: String, at now: Timestamp) {
        let modified = (try? FileStatus(of: path))?.modified
        if let modified, abs(now.milliseconds - modified.milliseconds) < maxWritingTime.milliseconds { return }
        try? DirectoryEntry.removeTree(path)
    }

    private struct Document: Decodable {
        var name: String
        var kind: String
        var moment: Int64
    }
}
