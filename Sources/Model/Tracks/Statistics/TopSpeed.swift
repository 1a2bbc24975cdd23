/// The highest speed that two points behind each other both reached: a single one may be an outlier.
struct TopSpeed: Hashable, Sendable {
    private(set) var value: Double?
    private var last: Double?

    mutating func add(_ speed: Double?) {
        if let speed, let last { value = max(value ?? 0, min(speed, last)) }
        last = speed
    }

    mutating func reset() {
        last = nil
    }
}
