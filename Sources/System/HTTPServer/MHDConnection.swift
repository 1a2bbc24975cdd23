import CMicroHTTPD

/// A connection of libmicrohttpd, reduced to what a ``StreamFeed`` needs.
///
/// Safe to use: the holder releases it before the library's end of the request, after which the pointer is invalid.
/// Unchecked: MHD_resume_connection may be called from any thread (its documentation), and `suspend` is called by the
/// server's thread only.
@safe struct MHDConnection: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Stops the library from reading the response until it is resumed.
    func suspend() { unsafe MHD_suspend_connection(pointer) }

    /// Resumes a suspended connection.
    func resume() { unsafe MHD_resume_connection(pointer) }
}
