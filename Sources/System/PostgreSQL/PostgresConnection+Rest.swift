import CPQ

extension PostgresConnection {
    /// The number of the socket, which becomes readable between statements if the server ends the connection; nil once
    /// it is lost.
    public var descriptor: Int32? {
        // The handle is valid as long as this object.
        let socket = unsafe PQsocket(handle)
        return isLost || socket < 0 ? nil : socket
    }

    /// Reads what the server says between statements; never blocks.
    ///
    /// - Throws: ``PostgresError`` if the connection is lost.
    public func checkAtRest() throws(PostgresError) {
        // The handle is valid as long as this object.
        guard !isLost, unsafe PQconsumeInput(handle) == 1 else { throw lostError() }
    }
}
