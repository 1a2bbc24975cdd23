import CCurl

/// A request in progress: a libcurl handle and the memory it refers to.
///
/// Safe to use: the handle is valid from `init` to `deinit`, and by then in no multi handle.
@safe final class Transfer {
    let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let errorBuffer: UnsafeMutablePointer<CChar>
    private let response: UnsafeMutablePointer<ResponseContent>
    private let bodySize: Int

    init(_ post: PostRequest) throws(CurlError) {
        guard let handle = unsafe curl_easy_init() else { throw CurlError(outOfMemory: "curl_easy_init") }
        unsafe self.handle = handle
        let size = whereismy_curl_error_size
        unsafe errorBuffer = .allocate(capacity: size)
        unsafe errorBuffer.initialize(repeating: 0, count: size)
        unsafe response = .allocate(capacity: 1)
        unsafe response.initialize(to: ResponseContent(limit: post.maxAnswerBytes))
        bodySize = post.body.count
        try setCommonOptions()
        try setAddress(of: post)
        try setContent(of: post)
    }

    deinit {
        // In this order: the handle refers to the others.
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headers)
        unsafe errorBuffer.deallocate()
        unsafe response.deinitialize(count: 1)
        unsafe response.deallocate()
    }

    /// True once the request is sent as a whole.
    var isSent: Bool { unsafe whereismy_curl_sent(handle) >= bodySize && whereismy_curl_request_size(handle) > 0 }

    func result(_ code: CURLcode) -> TransferResult {
        let status = unsafe whereismy_curl_status(handle)
        guard status < 200 else {
            let seconds = unsafe whereismy_curl_retry_after(handle)
            let answer = unsafe code == CURLE_OK ? response.pointee.kept : nil
            return .responded(status: status, retryAfter: seconds > 0 ? seconds : nil, answer: answer)
        }
        guard code != CURLE_OK else { return .failed("the response is not HTTP") }
        return .failed(description(of: code))
    }

    /// The errors that the library details, for example with the problem of a certificate.
    ///
    /// For others its text contains a number of milliseconds, which differs each time.
    private static let detailedErrors = [
        CURLE_UNSUPPORTED_PROTOCOL, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
    ]

    private func description(of code: CURLcode) -> String {
        // The library's text is NUL-terminated; each code has a static text too.
        let text = unsafe String(cString: errorBuffer)
        guard text.isEmpty || !Self.detailedErrors.contains(code) else { return text }
        return unsafe String(cString: curl_easy_strerror(code))
    }

    private func setCommonOptions() throws(CurlError) {
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        // No signals: threads of the library resolve names, and an abandoned one is not awaited.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        // Converted: an enum in 7.88, and a macro in 8.14, which Swift imports as Int32.
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_NETRC, 0)
        try set(CURLOPT_NOPROXY, "")
        // The callback has the right type, and both it and the content live as long as the handle.
        try check("response", unsafe whereismy_curl_response_callback(handle, receive, response))
        try check("errors", unsafe whereismy_curl_error_buffer(handle, errorBuffer))
    }

    private func setAddress(of post: PostRequest) throws(CurlError) {
        try set(CURLOPT_URL, post.address)
        // An empty one keeps the library from using the environment's.
        try set(CURLOPT_PROXY, post.proxy ?? "")
        try set(CURLOPT_CONNECTTIMEOUT_MS, post.connectTimeout.wholeMilliseconds)
        try set(CURLOPT_TIMEOUT_MS, post.timeout.wholeMilliseconds)
        if let user = post.user {
            try set(CURLOPT_USERNAME, user)
            try set(CURLOPT_PASSWORD, post.password)
        }
        if let certificate = post.certificateFile {
            try set(CURLOPT_SSLCERT, certificate)
            try set(CURLOPT_SSLKEY, post.keyFile)
        }
        guard let file = post.authorityFile else { return }
        try set(CURLOPT_CAINFO, file)
        try set(CURLOPT_CAPATH, nil)
    }

    private func setContent(of post: PostRequest) throws(CurlError) {
        // The library copies each text, and returns the list with it at the end.
        for header in post.headers {
            guard let longer = unsafe curl_slist_append(headers, header) else {
                throw CurlError(outOfMemory: "curl_slist_append")
            }
            unsafe headers = longer
        }
        try check("headers", unsafe whereismy_curl_headers(handle, headers))
        try set(CURLOPT_POST, 1)
        let body = post.body.map(CChar.init(bitPattern:))
        // Copied before the call returns, as many bytes as given.
        try check("body", unsafe whereismy_curl_body(handle, body, body.count))
    }

    private func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try check("option \(option.rawValue)", unsafe whereismy_curl_number(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String?) throws(CurlError) {
        // The library copies the text.
        try check("option \(option.rawValue)", unsafe whereismy_curl_text(handle, option, value))
    }

    private func check(_ call: String, _ code: CURLcode) throws(CurlError) {
        guard code == CURLE_OK else { throw CurlError("curl_easy_setopt, \(call)", code) }
    }
}

/// The content of a response: counted, and kept up to a limit.
private struct ResponseContent {
    /// The maximum number of bytes that are read; a longer response is aborted.
    private static let maxBytes = 65_536

    private let limit: Int
    private var count = 0
    /// The kept bytes: all of them, or none beyond the limit.
    private(set) var kept: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// Takes a part; returns false if the response is too long.
    mutating func append(_ part: UnsafeRawBufferPointer) -> Bool {
        count += part.count
        if count <= limit { unsafe kept.append(contentsOf: part) } else { kept = [] }
        return count <= Self.maxBytes
    }
}

/// Receives a part of a response; a return value other than its size aborts the transfer.
private func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let content = unsafe context?.assumingMemoryBound(to: ResponseContent.self) else { return 0 }
    // Transfer allocated the content, which only the thread of the transfer uses; `size` is always 1.
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe content.pointee.append(part) ? count : count + 1
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
