/// A number of bytes as text.
public enum SizeText {
    /// Returns text such as `512 bytes`, `8.2 kB`, `12.3 MB` and `4.0 GB`.
    public static func text(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<1_000_000: "\(FixedDecimalText.text(Double(bytes) / 1e3, decimals: 1)) kB"
        case ..<1_000_000_000: "\(FixedDecimalText.text(Double(bytes) / 1e6, decimals: 1)) MB"
        default: "\(FixedDecimalText.text(Double(bytes) / 1e9, decimals: 1)) GB"
        }
    }
}
