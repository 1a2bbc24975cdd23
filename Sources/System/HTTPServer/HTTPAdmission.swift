/// The treatment of the content of a request, decided once its headers are there and before any of it is read.
public enum HTTPAdmission: Sendable {
    /// It is received, up to a number of bytes within the server's limits; its room is given back before the handler is
    /// called, or once the client has left.
    case content(upTo: Int, in: ContentReservation? = nil)
    /// It is read and discarded, and this is the response after it: a client that is still sending would not see an
    /// earlier one.
    case response(HTTPResponse)
    /// It is not read before that response is there. After a success the server asks again; any other is the response
    /// to the request.
    case after(DeferredResponse)
}

/// Room for the content of a request, which is given back at the end of its life.
public final class ContentReservation: Sendable {
    private let giveBack: @Sendable () -> Void

    /// Creates the room, which is taken already.
    ///
    /// - Parameter giveBack: Gives it back; called once, on any thread.
    public init(giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }

    deinit { giveBack() }
}
