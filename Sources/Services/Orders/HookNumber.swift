/// The number of an event that hooks are to be run for: the instance of the unit that runs them, and of a file's name.
public struct HookNumber: Hashable, Comparable, Sendable {
    /// The most digits of a number.
    public static let maxDigits = 15

    /// The number, with at most ``mostDigits`` digits.
    public let value: Int64

    /// Takes a number from 1 on; nil where it has too many digits.
    public init?(_ value: Int64) {
        guard value > 0, String(value).utf8.count <= Self.maxDigits else { return nil }
        self.value = value
    }

    /// Reads the digits of a number as ``digits`` has them; nil for everything else, leading zeros too.
    public init?(digits text: some StringProtocol) {
        guard (1...Self.maxDigits).contains(text.utf8.count), let value = Int64(text), String(value) == text else {
            return nil
        }
        self.init(value)
    }

    /// Reads the name of an event's file; nil for every other name.
    public init?(fileName: String) {
        guard fileName.hasSuffix(Self.suffix) else { return nil }
        self.init(digits: fileName.dropLast(Self.suffix.count))
    }

    private static let suffix = ".json"

    /// Its digits.
    public var digits: String { String(value) }
    /// What the event's file is called.
    public var fileName: String { digits + Self.suffix }
    /// The unit that runs the hooks.
    public var unit: String { "whereismy-hook@\(digits).service" }

    /// Which event came first.
    public static func < (left: HookNumber, right: HookNumber) -> Bool { left.value < right.value }
}
