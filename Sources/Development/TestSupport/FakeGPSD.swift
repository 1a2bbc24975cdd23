public import Linux

/// A small gpsd on loopback that speaks the protocol, and misbehaves where a test wants it to.
///
/// Each connection runs the script once, on a thread of its own, with its number from 0.
public final class FakeGPSD: Sendable {
    /// Where it listens.
    public let port: UInt16

    private let listener: ListenerBox
    private let thread: WorkerThread

    /// Starts to listen; on that port, or on a free one with 0.
    ///
    /// - Throws: ``SystemError`` where the port is taken.
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

    /// Stops to listen and waits for the script to end; scripts end when their client has gone.
    public func stop() {
        listener.value.shutDown()
        thread.join()
    }
}

/// Lends a listener, which cannot be copied, to two threads.
private final class ListenerBox: Sendable {
    let value: LoopbackListener

    init(_ value: consuming LoopbackListener) {
        self.value = value
    }
}
