public import Linux

/// A minimal gpsd on loopback that speaks the protocol, and misbehaves where a test wants it to.
///
/// Each connection runs the script once, on a separate thread, with its number from 0.
public final class FakeGPSD: Sendable {
    /// The port it listens on.
    public let port: UInt16

    private let listener: ListenerBox
    private let thread: WorkerThread

    /// Starts to listen on that port, or on a free one with 0.
    ///
    /// - Throws: ``SystemError`` if the port is in use.
    public init(
        port: UInt16 = 0, script: @escaping @Sendable (_ client: borrowing FakeGPSDClient, _ number: Int) -> Void
    ) throws(SystemError) {
        let listener = ListenerBox(try LoopbackListener(port: port))
        self.listener = listener
        self.port = listener.value.port
        thread = try WorkerThread(name: "fake-gpsd") {
            var number = 0
            while let socket = listener.value.accept() {
                script(FakeGPSDClient(socket: socket), number)
                number += 1
            }
        }
    }

    /// Stops listening and waits for the script to end; scripts end when their client has left.
    public func stop() {
        listener.value.shutDown()
        thread.join()
    }
}

/// Lends a noncopyable listener to two threads.
private final class ListenerBox: Sendable {
    let value: LoopbackListener

    init(_ value: consuming LoopbackListener) {
        self.value = value
    }
}
