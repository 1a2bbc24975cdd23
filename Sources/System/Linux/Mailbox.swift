import Synchronization

/// Hands content from one thread to another and holds one item at most.
///
/// A sender either merges into the waiting item, so that the newest content wins and the sender never waits, or enqueues
/// an item and waits for room, so that memory stays bounded. Only one thread receives.
public final class Mailbox<Content: Sendable>: Sendable {
    private struct State {
        var content: Content?
        var isClosed = false
        var isSenderWaiting = false
        var onArrival: (@Sendable () -> Void)?
    }

    /// The signals on which the two threads wait for each other.
    private final class Signals: Sendable {
        let arrival: WakeSignal
        let departure: WakeSignal

        init() throws(SystemError) {
            arrival = try WakeSignal()
            departure = try WakeSignal()
        }
    }

    private let state = Mutex(State())
    private let signals: Signals?

    private init(_ signals: Signals?) {
        self.signals = signals
    }

    /// Creates a mailbox that never waits and needs no descriptor: ``onArrival(_:)`` wakes a receiver that waits for
    /// other events too, ``dequeue()`` returns nil if nothing waits, and ``enqueue(_:)`` replaces what waits.
    public convenience init() {
        self.init(nil)
    }

    /// Creates a mailbox in which the threads wait for each other.
    ///
    /// - Throws: ``SystemError`` if the process has no descriptor left.
    public static func blocking() throws(SystemError) -> Mailbox {
        Mailbox(try Signals())
    }

    /// Sets the function to call after each arrival, on the sender's thread; nil for none.
    public func onArrival(_ wake: (@Sendable () -> Void)?) {
        state.withLock { $0.onArrival = wake }
    }

    /// Changes the waiting item, or an initial one; never waits.
    public func merge(into initial: @autoclosure () -> Content, _ change: (inout Content) -> Void) {
        let (isFirst, wake) = state.withLock { state in
            let isFirst = state.content == nil
            var content = state.content ?? initial()
            change(&content)
            state.content = content
            return (isFirst, state.onArrival)
        }
        // One signal for each item: in a flood, that saves a system call for each change.
        if isFirst { signals?.arrival.signal() }
        wake?()
    }

    /// Waits for room and enqueues an item; returns false if the mailbox is closed.
    public func enqueue(_ content: Content) -> Bool {
        while true {
            var isEnqueued: Bool?
            let wake = state.withLock { state -> (@Sendable () -> Void)? in
                state.isSenderWaiting = state.content != nil && signals != nil && !state.isClosed
                guard !state.isSenderWaiting else { return nil }
                isEnqueued = !state.isClosed
                guard !state.isClosed else { return nil }
                state.content = content
                return state.onArrival
            }
            guard let isEnqueued else {
                signals?.departure.wait()
                continue
            }
            if isEnqueued { signals?.arrival.signal() }
            wake?()
            return isEnqueued
        }
    }

    /// Waits for an item; returns nil if the mailbox is closed and empty.
    public func dequeue() -> Content? {
        while true {
            if let content = dequeueNow() { return content }
            guard let signals, state.withLock({ !$0.isClosed || $0.content != nil }) else { return nil }
            signals.arrival.wait()
        }
    }

    /// Returns the waiting item at once; nil for none.
    public func dequeueNow() -> Content? {
        let (content, isSenderWaiting) = state.withLock { state in
            defer { (state.content, state.isSenderWaiting) = (nil, false) }
            return (state.content, state.isSenderWaiting)
        }
        if isSenderWaiting { signals?.departure.signal() }
        return content
    }

    /// Ends all waits; ``enqueue(_:)`` fails from now on, and ``dequeue()`` returns nil once the mailbox is empty.
    public func close() {
        state.withLock { $0.isClosed = true }
        signals?.arrival.signal()
        signals?.departure.signal()
    }
}
