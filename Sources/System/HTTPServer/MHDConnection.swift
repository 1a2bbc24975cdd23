import CMicroHTTPD

/// A connection of libmicrohttpd as far as a ``StreamFeed`` needs it.
///
/// Safe to use: whoever holds it lets go of it before the library's end of the request, after which the pointer is not
/// valid. Unchecked: MHD_resume_connection may be called from any thread (its documentation), and `suspend` is called
/// by the server's thread alone.
@safe struct MHDConnection: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Does not ask for its answer's next bytes until it is resumed.
    func suspend() { unsafe MHD_suspend_connection(pointer) }

    /// Goes on; only where it is suspended.
    func resume() { unsafe MHD_resume_connection(pointer) }
}
