/// The number of an event for hooks, which is the instance of their unit and part of the event's file name.
public struct HookNumber: Hashable, Comparable, Sendable {
    /// The maximum number of digits.
    public static let maxDigits = 15

    /// The number, with at most ``maxDigits`` digits.
    public let value: Int64

    /// Creates a number from 1 on; nil if it has too many digits.
    public init?(_ value: Int64) {
        guard value > 0, String(value).utf8.count <= Self.maxDigits else { return nil }
        self.value = value
    }

    /// Parses ``digits``; nil for anything else, also with leading zeros.
    public init?(digits text: some StringProtocol) {
        guard (1...Self.maxDigits).contains(text.utf8.count), let value = Int64(text), String(value) == text else {
            return nil
        }
        self.init(value)
    }

    /// Parses the name of an event's file; nil for any other name.
    public init?(fileName: String) {
        guard fileName.hasSuffix(Self.suffix) else { return nil }
        self.init(digits: fileName.dropLast(Self.suffix.count))
    }

    private static let suffix = ".json"
    /// The ending of the mark of an event whose hooks have yet to be started.
    static let markSuffix = ".starting"

    /// Parses the name of a mark; nil for any other name.
    init?(markName: String) {
        guard markName.hasSuffix(Self.markSuffix) else { return nil }
        self.init(digits: markName.dropLast(Self.markSuffix.count))
    }

    var markName: String { digits + Self.markSuffix }

    /// The number in decimal digits.
    public var digits: String { String(value) }
    /// The name of the event's file.
    public var fileName: String { digits + Self.suffix }
    /// The unit that runs the hooks.
    public var unit: String { "whereismy-hook@\(digits).service" }

    /// Orders events by their time.
    public static func < (left: HookNumber, right: HookNumber) -> Bool { left.value < right.value }
}
