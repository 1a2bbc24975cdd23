import Basics
import Simulator
import Synchronization

/// What will happen in a simulation, by its time in milliseconds and then in order.
struct Agenda {
    private var entries: [(time: Int64, number: Int, action: () -> Void)] = []
    private var count = 0

    /// Adds what happens at a time.
    mutating func add(_ action: @escaping () -> Void, at time: Int64) {
        count += 1
        entries.append((time, count, action))
        var index = entries.count - 1
        while index > 0, precedes(index, (index - 1) / 2) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns what happens first; nil at the end.
    mutating func next() -> (time: Int64, action: () -> Void)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return (first.time, first.action) }
        entries[0] = last
        var index = 0
        while let child = (2 * index + 1..<2 * index + 3).filter({ $0 < entries.count }).min(by: precedes),
            precedes(child, index)
        {
            entries.swapAt(index, child)
            index = child
        }
        return (first.time, first.action)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        (entries[left].time, entries[left].number) < (entries[right].time, entries[right].number)
    }
}

/// The clocks of a machine: the time since boot, which drifts, and the time of day, which also jumps.
struct SimulatedClock {
    /// The beginning of a simulation, 2026-01-01T00:00:00Z.
    static let epoch = Timestamp(milliseconds: 1_767_225_600_000)

    /// The seconds that it counts in a second.
    let rate: Double
    /// The time of the simulation at which the machine booted.
    var boot: Int64 = 0
    /// The lead of the time of day.
    var lead: Duration = .zero

    /// Returns the readings at a time of the simulation.
    func moment(at time: Int64) -> Moment {
        let uptime = Duration.milliseconds(Int64(Double(time - boot) * rate))
        return Moment(uptime: uptime, wallClock: Self.epoch + .milliseconds(Int64(Double(time) * rate)) + lead)
    }

    /// Returns the time of the simulation at which the time since boot has a value, in the future.
    func time(of uptime: Duration, after now: Int64) -> Int64 {
        max(now + 1, boot + Int64((Double(uptime.milliseconds) / rate).rounded(.up)))
    }
}

/// A reading that a part of the simulation sets, for code that requests it as from any thread.
final class SharedMoment: Sendable {
    private let moment = Mutex(Moment(uptime: .zero, wallClock: SimulatedClock.epoch))

    /// The reading.
    var value: Moment {
        get { moment.withLock(\.self) }
        set { moment.withLock { $0 = newValue } }
    }
}

extension SeededGenerator {
    /// Returns true with a probability.
    mutating func happens(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
}
