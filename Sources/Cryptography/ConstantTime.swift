import CSodium

/// Comparison that takes as long whatever differs.
public enum ConstantTime {
    /// Whether both are the same bytes; the time tells their number and nothing else.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Both are lent to the call and have as many bytes as it is told.
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }
}
