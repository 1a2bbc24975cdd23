/// The identity of the programs.
public enum Product {
    /// The version of all programs.
    public static let version = "0.2.0"
}
