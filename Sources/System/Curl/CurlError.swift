import CCurl

/// A call to libcurl that failed.
public struct CurlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: what failed and why.
    public let description: String

    init(_ call: String, _ code: CURLMcode) {
        // A text of the library's own, which is there for ever.
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
