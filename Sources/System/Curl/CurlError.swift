import CCurl

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
