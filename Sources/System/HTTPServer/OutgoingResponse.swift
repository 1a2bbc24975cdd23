import CMicroHTTPD

/// A reference to a response of libmicrohttpd, which counts its references.
///
/// Safe to use: the handle is valid from `init` to `deinit`.
@safe final class OutgoingResponse {
    /// The block size of a stream to an HTTP/1.0 client; chunks use the connection's own memory.
    private static let block = 16_384

    let handle: OpaquePointer

    /// Creates a response from bytes, which are copied; nil if memory is exhausted.
    init?(_ bytes: [UInt8]) {
        let handle = unsafe bytes.withUnsafeBytes { buffer in
            // The library only reads them, and before the call returns.
            unsafe MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    /// Creates a streamed response; nil if memory is exhausted.
    init?(_ feed: StreamFeed, isChunked: Bool) {
        // The library owns the retain, and passes it to `releaseFeed` at the end.
        let context = unsafe Unmanaged.passRetained(feed).toOpaque()
        let handle = unsafe MHD_create_response_from_callback(
            whereismy_http_unknown_size, isChunked ? 1 : Self.block, readFeed, context, releaseFeed)
        guard let handle = unsafe handle else {
            unsafe releaseFeed(context)
            return nil
        }
        unsafe self.handle = handle
    }

    /// Creates the response to a HEAD request for a stream; nil if memory is exhausted.
    ///
    /// The connection is closed after it, since the library sends an end of chunks where there is none (0.9.75).
    init?(withoutStream: Void) {
        let handle = unsafe MHD_create_response_from_callback(
            whereismy_http_unknown_size, 1, readNothing, nil, nil)
        guard let handle = unsafe handle else { return nil }
        unsafe whereismy_http_close_after(handle)
        unsafe self.handle = handle
    }

    deinit {
        unsafe MHD_destroy_response(handle)
    }

    /// Adds headers; returns true if all of them may be sent.
    func add(_ headers: [HTTPField]) -> Bool {
        headers.allSatisfy { header in
            guard header.isWellFormed, !header.isFraming else { return false }
            // withCString lends both texts without the copy of an implicit conversion.
            return unsafe header.name.withCString { name in
                unsafe header.value.withCString { unsafe MHD_add_response_header(handle, name, $0) == .YES }
            }
        }
    }
}

extension HTTPField {
    /// True if the header describes the body's length, which the server derives from the body.
    fileprivate var isFraming: Bool { isNamed("content-length") || isNamed("transfer-encoding") }
}

private func readFeed(
    _ context: UnsafeMutableRawPointer?, _: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let context = unsafe context else { return whereismy_http_end }
    // The response retains the feed; the library lends a buffer of that size.
    let feed = unsafe Unmanaged<StreamFeed>.fromOpaque(context).takeUnretainedValue()
    return unsafe feed.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func releaseFeed(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<StreamFeed>.fromOpaque(context).release()
}

private func readNothing(_: UnsafeMutableRawPointer?, _: UInt64, _: UnsafeMutablePointer<CChar>?, _: Int) -> Int {
    whereismy_http_end
}

/// A cache of the last response in the library's form, for many identical requests in a row.
///
/// Safe without a lock: accessed by the server's thread only.
struct LastResponse {
    /// The maximum size of a cached body; longer ones would hold memory for little use.
    private static let maxBodyBytes = 16_384

    private var headers: [HTTPField] = []
    private var body: [UInt8] = []
    private var response: OutgoingResponse?

    /// Returns the cached response if the body is the same array and the headers are equal.
    func response(headers: [HTTPField], body: [UInt8]) -> OutgoingResponse? {
        body.span.isIdentical(to: self.body.span) && headers == self.headers ? response : nil
    }

    /// Caches a response, unless it is too long.
    mutating func store(_ response: OutgoingResponse, headers: [HTTPField], body: [UInt8]) {
        guard body.count <= Self.maxBodyBytes else { return }
        // Retains the bytes, so that no other array can take their address.
        self.headers = headers
        self.body = body
        self.response = response
    }
}
