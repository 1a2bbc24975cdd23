import CCurl

/// Requests in progress, all on the thread that waits for them.
///
/// Safe to use: the multi handle is valid from `init` to `deinit`, and holds exactly the transfers in `running`.
@safe public final class Transfers {
    /// Initialised once per process, before there are threads.
    private static let isReady = curl_global_init(whereismy_curl_global_default) == CURLE_OK
    /// The maximum wait in milliseconds; it returns earlier if there is work.
    private static let maxWait: Int32 = 3_600_000

    private let multi: UnsafeMutableRawPointer
    private var running: [(key: String, transfer: Transfer)] = []

    /// Creates an empty set.
    ///
    /// - Throws: ``CurlError`` if memory is exhausted.
    public init() throws(CurlError) {
        guard Self.isReady, let multi = unsafe curl_multi_init() else {
            throw CurlError(outOfMemory: "curl_multi_init")
        }
        unsafe self.multi = multi
    }

    deinit {
        for (_, transfer) in running { unsafe curl_multi_remove_handle(multi, transfer.handle) }
        running = []
        unsafe curl_multi_cleanup(multi)
    }

    /// Starts a request, which makes progress during ``wait(for:)`` and whose result has its key.
    ///
    /// - Throws: ``CurlError`` if the library rejects a part of it.
    public func start(_ post: PostRequest, as key: String) throws(CurlError) {
        let transfer = try Transfer(post)
        let code = unsafe curl_multi_add_handle(multi, transfer.handle)
        guard code == CURLM_OK else { throw CurlError("curl_multi_add_handle", code) }
        running.append((key, transfer))
    }

    /// Waits until a request has ended, a descriptor is readable, or another event occurs.
    ///
    /// - Parameter descriptors: The numbers of other descriptors to wait for.
    /// - Returns: The finished requests by key.
    /// - Throws: ``CurlError`` if the library cannot continue.
    public func wait(for descriptors: [Int32]) throws(CurlError) -> [(key: String, outcome: TransferResult)] {
        try perform()
        let early = ended()
        guard early.isEmpty else { return early }
        var others = descriptors.map { curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLIN), revents: 0) }
        // The array outlives the call and its count bounds what the library touches.
        let code = unsafe curl_multi_poll(multi, &others, UInt32(others.count), Self.maxWait, nil)
        guard code == CURLM_OK else { throw CurlError("curl_multi_poll", code) }
        try perform()
        return ended()
    }

    /// True if every request in progress is sent as a whole, so that only its response is missing.
    public var areSent: Bool { running.allSatisfy(\.transfer.isSent) }

    /// Goes on with the requests without waiting.
    ///
    /// - Returns: The finished requests by key.
    /// - Throws: ``CurlError`` if the library cannot continue.
    public func advance() throws(CurlError) -> [(key: String, outcome: TransferResult)] {
        try perform()
        return ended()
    }

    private func perform() throws(CurlError) {
        var count: Int32 = 0
        let code = unsafe curl_multi_perform(multi, &count)
        guard code == CURLM_OK else { throw CurlError("curl_multi_perform", code) }
    }

    private func ended() -> [(key: String, outcome: TransferResult)] {
        var ended: [(key: String, outcome: TransferResult)] = []
        var left: Int32 = 0
        // A message is valid until its handle is removed, and read before that.
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let (handle, code) = unsafe (message.pointee.easy_handle, message.pointee.data.result)
            guard let index = running.firstIndex(where: { unsafe $0.transfer.handle == handle }) else { continue }
            let (key, transfer) = running.remove(at: index)
            ended.append((key, transfer.result(code)))
            unsafe curl_multi_remove_handle(multi, transfer.handle)
        }
        return ended
    }
}

/// A failed call of libcurl.
public struct CurlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: the call and the reason.
    public let description: String

    init(_ call: String, _ code: CURLMcode) {
        // A static text of the library.
        description = unsafe "\(call): \(String(cString: curl_multi_strerror(code)))"
    }

    init(_ call: String, _ code: CURLcode) {
        // As above.
        description = unsafe "\(call): \(String(cString: curl_easy_strerror(code)))"
    }

    init(outOfMemory call: String) {
        description = "\(call): out of memory"
    }
}
