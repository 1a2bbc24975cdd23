/// How large a file was and is, in bytes.
public struct SizeChange: Hashable, Sendable {
    /// What it was.
    public let from: Int
    /// What it is.
    public let to: Int

    /// Takes both.
    public init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }
}
