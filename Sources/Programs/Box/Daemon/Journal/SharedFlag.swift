import Synchronization

/// A flag that one thread sets and another reads.
final class SharedFlag: Sendable {
    private let value: Atomic<Bool>

    /// Creates a flag with a value.
    init(_ value: Bool) {
        self.value = Atomic(value)
    }

    /// The current value.
    var isSet: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
