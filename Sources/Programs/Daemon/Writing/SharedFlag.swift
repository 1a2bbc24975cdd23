import Synchronization

/// Something that is so or not, which one thread says and another goes by.
final class SharedFlag: Sendable {
    private let value: Atomic<Bool>

    /// Begins with a value.
    init(_ value: Bool) {
        self.value = Atomic(value)
    }

    /// Whether it is so.
    var isSet: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
