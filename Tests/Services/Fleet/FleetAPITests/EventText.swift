import Synchronization

/// The text of a stream of events that was not read yet.
final class EventText: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func append(_ more: ArraySlice<UInt8>) {
        bytes.withLock { $0 += more }
    }

    /// Removes and returns the next event, skipping comments; nil if it is not complete.
    func next() -> String? {
        bytes.withLock { bytes in
            while true {
                guard let end = bytes.indices.dropLast().first(where: { bytes[$0] == 10 && bytes[$0 + 1] == 10 }) else {
                    return nil
                }
                let event = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeFirst(end + 2)
                if !event.hasPrefix(":") { return event }
            }
        }
    }
}
