import Linux
import Synchronization

/// A reader on its own thread, while the test writes.
final class ReaderThread: Sendable {
    private final class Answer: Sendable {
        let value = Mutex<Result<[UInt8], any Error>?>(nil)
    }

    private let answer = Answer()
    private let thread: WorkerThread?

    init(_ read: @escaping @Sendable () throws -> [UInt8]) {
        let answer = answer
        thread = try? WorkerThread(name: "test") { answer.value.withLock { $0 = Result { try read() } } }
    }

    /// The bytes, once all are read.
    var result: Result<[UInt8], any Error> {
        thread?.join()
        return answer.value.withLock { $0 } ?? .failure(SystemError("pthread_create", code: 0))
    }
}
