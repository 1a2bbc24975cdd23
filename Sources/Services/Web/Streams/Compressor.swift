import Compression
package import HTTPServer
import Synchronization

/// Compresses responses for clients that accept it, where it pays.
package final class Compressor: Sendable {
    /// Below this size the headers outweigh the gain.
    private static let minSize = 1400
    /// The maximum number of cached scripts and styles; there are about twenty.
    private static let maxCacheEntries = 32
    private static let types = [
        "text/", "application/json", "application/geo+json", "application/gpx+xml",
        "application/vnd.google-earth.kml+xml", "application/x-ndjson", "image/svg+xml", "application/manifest+json",
    ]

    /// Compressed bodies that never change, by entity tag.
    private let cache = Mutex<[String: [UInt8]]>([:])

    /// Creates a compressor without cached bodies.
    package init() {}

    /// Compresses the body of a response.
    package func compress(_ response: inout HTTPResponse, for request: HTTPRequest) {
        guard response.status == .ok, Self.isWorthwhile(response) else { return }
        response.headers.append(HTTPField("Vary", "Accept-Encoding"))
        guard Self.acceptsGzip(request.header("Accept-Encoding")) else { return }
        switch response.body {
        case .bytes(let bytes): response.body = .bytes(compressed(bytes, tag: Self.lastingTag(of: response)))
        case .stream(let stream): response.body = .stream(CompressedStream(stream))
        case .deferred: return
        }
        response.headers.append(HTTPField("Content-Encoding", "gzip"))
    }

    private func compressed(_ bytes: [UInt8], tag: String?) -> [UInt8] {
        if let tag, let compressed = cache.withLock({ $0[tag] }) { return compressed }
        let compressed = Gzip.compress(bytes)
        if let tag {
            cache.withLock { cache in
                if cache.count >= Self.maxCacheEntries { cache = [:] }
                cache[tag] = compressed
            }
        }
        return compressed
    }

    /// Returns the tag of a constant body; a report keeps its tag while its age grows.
    private static func lastingTag(of response: HTTPResponse) -> String? {
        response.header("Cache-Control") == "no-cache" ? response.header("ETag") : nil
    }

    private static func isWorthwhile(_ response: HTTPResponse) -> Bool {
        if case .bytes(let bytes) = response.body, bytes.count < minSize { return false }
        guard let type = response.header("Content-Type"), types.contains(where: type.hasPrefix) else { return false }
        // Events are sent one by one.
        return !type.hasPrefix("text/event-stream")
    }

    /// Returns true if a client accepts `gzip` with a quality above 0 (RFC 9110, section 12.5.3).
    static func acceptsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.lowercased().split(separator: ",").contains { part in
            let parameters = part.split(separator: ";").map { $0.trimmingSpaces }
            guard let coding = parameters.first, coding == "gzip" || coding == "*" else { return false }
            return !parameters.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}

/// A stream that compresses another one while it is read.
final class CompressedStream: ByteStream {
    private struct Content {
        let encoder = GzipEncoder()
        var compressed: ArraySlice<UInt8> = []
        var isOver = false
    }

    private let inner: any ByteStream
    private let content = Mutex(Content())

    init(_ inner: any ByteStream) { self.inner = inner }

    func start(_ wake: @escaping @Sendable () -> Void) { inner.start(wake) }

    func read(atMost limit: Int) -> StreamChunk {
        content.withLock { content in
            while content.compressed.isEmpty {
                if content.isOver { return .end }
                switch inner.read(atMost: limit) {
                case .bytes(let bytes): content.compressed = content.encoder.append(bytes)[...]
                case .end:
                    content.compressed = content.encoder.finish()[...]
                    content.isOver = true
                case .pending: return .pending
                case .failed: return .failed
                }
            }
            defer { content.compressed = content.compressed.dropFirst(limit) }
            return .bytes(content.compressed.prefix(limit))
        }
    }

    func close() { inner.close() }
}
