import Basics
import Linux
import Location
import Synchronization

/// An event that everybody is told of, made once a second.
final class Ticker: Sendable {
    private struct State {
        var number = 0
        var event: [UInt8] = []
        var wakes: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    var current: (number: Int, event: [UInt8]) { state.withLock { ($0.number, $0.event) } }

    func join(_ stream: EventStream, _ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wakes[ObjectIdentifier(stream)] = wake }
    }

    func leave(_ stream: EventStream) {
        _ = state.withLock { $0.wakes.removeValue(forKey: ObjectIdentifier(stream)) }
    }

    /// Makes the next event of 500 bytes, which says when that was, and wakes everybody.
    func tick() {
        let moment = SystemClock.now().wallClock.milliseconds
        let wakes = state.withLock { state in
            state.number += 1
            let head = "id: \(state.number)\ndata: {\"sent\":\(moment),\"filler\":\""
            state.event = Array("\(head)\(String(repeating: "x", count: 496 - head.utf8.count))\"}\n\n".utf8)
            return state.wakes.values
        }
        for wake in wakes { wake() }
    }
}
