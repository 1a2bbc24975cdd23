import CMicroHTTPD

/// A response of libmicrohttpd; the library counts who holds it, and this is one.
///
/// Safe to use: the handle is valid from `init` to `deinit`.
@safe final class OutgoingResponse {
    /// How much of a stream a client of HTTP/1.0 is sent at once; for chunks the connection's own memory is used.
    private static let block = 16_384

    let handle: OpaquePointer

    /// One of bytes, which are copied; nil where memory is out.
    init?(_ bytes: [UInt8]) {
        let handle = unsafe bytes.withUnsafeBytes { buffer in
            // The library only reads them, and before the call returns.
            unsafe MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    /// One of a stream; nil where memory is out.
    init?(_ feed: StreamFeed, isChunked: Bool) {
        // The retain is the library's, which gives it to `releaseFeed` at the end.
        let context = unsafe Unmanaged.passRetained(feed).toOpaque()
        let handle = unsafe MHD_create_response_from_callback(
            whereismy_http_unknown_size, isChunked ? 1 : Self.block, readFeed, context, releaseFeed)
        guard let handle = unsafe handle else {
            unsafe releaseFeed(context)
            return nil
        }
        unsafe self.handle = handle
    }

    /// One of a stream of which nothing is sent but the headers; nil where memory is out.
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

    /// Adds headers; answers whether all of them may be sent.
    func add(_ headers: [HTTPField]) -> Bool {
        headers.allSatisfy { header in
            guard header.isWellFormed, !header.isFraming else { return false }
            // Both texts are lent to the call as C strings, without the copy that passing them as they are makes.
            return unsafe header.name.withCString { name in
                unsafe header.value.withCString { unsafe MHD_add_response_header(handle, name, $0) == .YES }
            }
        }
    }
}

extension HTTPField {
    /// Whether it says how long the body is, which follows from the body.
    fileprivate var isFraming: Bool { isNamed("content-length") || isNamed("transfer-encoding") }
}

private func readFeed(
    _ context: UnsafeMutableRawPointer?, _: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let context = unsafe context else { return whereismy_http_end }
    // The response holds the feed; the library lends a buffer of that size.
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
