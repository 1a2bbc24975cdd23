public import Basics
import JSON
public import Linux

/// A request of a user to the running publisher: a file that the publisher removes when it has carried it out.
public struct PublishRequest: Hashable, Sendable {
    /// What the user wants.
    public enum Kind: String, Sendable {
        /// Deliver everything since the moment again.
        case rewind
        /// Deliver nothing up to the moment.
        case skip
    }

    /// The maximum number of requests that are read at once.
    private static let maxCount = 100

    /// The destination.
    public let name: String
    /// What the user wants.
    public let kind: Kind
    /// The moment.
    public let moment: Timestamp

    /// Creates a request.
    public init(_ kind: Kind, name: String, moment: Timestamp) {
        self.name = name
        self.kind = kind
        self.moment = moment
    }

    /// Writes the request, which replaces an unread one for the same destination.
    ///
    /// - Throws: ``SystemError`` with the path, `ENOENT` if the publisher has never run.
    public func write(_ paths: PublishPaths) throws(SystemError) {
        var writer = JSONWriter()
        writer.object { json in
            json.string("name", name)
            json.word("kind", kind.rawValue)
            json.integer("moment", moment.milliseconds)
        }
        // The publisher is in another group than the user; the directory is closed to others.
        try AtomicFile.replace("\(paths.requests)/\(PublishPaths.fileName(name))", with: writer.bytes, mode: 0o644)
    }

    /// Reads and removes the requests; files that are none are removed as well.
    ///
    /// - Throws: ``SystemError`` with the path.
    public static func take(_ paths: PublishPaths) throws(SystemError) -> [PublishRequest] {
        var requests: [PublishRequest] = []
        for name in try DirectoryListing.names(in: paths.requests).sorted().prefix(maxCount)
        where !name.hasPrefix(".") {
            let path = "\(paths.requests)/\(name)"
            if let bytes = try? FileContents.read(path, limit: 4096),
                let document = try? SafeJSON.decode(Document.self, from: bytes),
                let kind = Kind(rawValue: document.kind)
            {
                requests.append(
                    PublishRequest(kind, name: document.name, moment: Timestamp(milliseconds: document.moment)))
            }
            try DirectoryEntry.removeTree(path)
        }
        return requests
    }

    private struct Document: Decodable {
        var name: String
        var kind: String
        var moment: Int64
    }
}
