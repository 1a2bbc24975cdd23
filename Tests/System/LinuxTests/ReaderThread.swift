import Linux
import Synchronization

/// A reader on its own thread, while the test writes.
final class ReaderThread: Sendable {
    private final class SharedResult: Sendable {
        let value = Mutex<Result<[UInt8], any Error>?>(nil)
    }

    private let shared = SharedResult()
    private let thread: WorkerThread?

    init(_ read: @escaping @Sendable () throws -> [UInt8]) {
        let shared = shared
        thread = try? WorkerThread(name: "test") { shared.value.withLock { $0 = Result { try read() } } }
    }

    /// The bytes, once all are read.
    var result: Result<[UInt8], any Error> {
        thread?.join()
        return shared.value.withLock { $0 } ?? .failure(SystemError("pthread_create", code: 0))
    }
}
