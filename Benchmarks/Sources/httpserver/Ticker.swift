import Basics
import Linux
import Location
import Synchronization

/// A source of one event per second for all streams.
final class Ticker: Sendable {
    private struct State {
        var number = 0
        var event: [UInt8] = []
        var wakes: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    var current: (number: Int, event: [UInt8]) { state.withLock { ($0.number, $0.event) } }

    func add(_ stream: TickerStream, wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wakes[ObjectIdentifier(stream)] = wake }
    }

    func remove(_ stream: TickerStream) {
        _ = state.withLock { $0.wakes.removeValue(forKey: ObjectIdentifier(stream)) }
    }

    /// Creates the next event, 500 bytes with the current time, and wakes all streams.
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
