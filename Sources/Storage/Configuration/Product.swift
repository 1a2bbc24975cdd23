/// What the programs say about themselves.
public enum Product {
    /// The version of both programs.
    public static let version = "0.1.0"
}
