/// A number that may be absent, in the 8 bytes of a number: `Double?` takes 16, which doubles the size of a fix.
///
/// NaN is absent too.
@propertyWrapper public struct OptionalNumber: Hashable, Sendable {
    private var number = Double.nan

    /// Creates an absent number.
    public init() {}

    /// Creates a number; nil or NaN if it is absent.
    public init(wrappedValue: Double?) { self.wrappedValue = wrappedValue }

    /// The number, never NaN; nil if it is absent.
    public var wrappedValue: Double? {
        get { number.isNaN ? nil : number }
        set { number = newValue ?? .nan }
    }

    /// Returns true if both are absent or equal.
    public static func == (left: OptionalNumber, right: OptionalNumber) -> Bool {
        left.number == right.number || left.number.isNaN && right.number.isNaN
    }

    /// Adds the number to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
