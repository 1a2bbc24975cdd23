import Queries
import Configuration
import History

/// `--within`: where points lie.
enum AreaOption {
    static let option = Option(
        "within", value: "S,W,N,E", help: "only within this box, its edges in degrees north and east")

    /// The box; nil where it is not given.
    ///
    /// - Throws: `UsageError` where it is none.
    static func area(_ options: ParsedOptions) throws(UsageError) -> Area? {
        guard let text = options.value(of: option) else { return nil }
        guard let area = Area(text) else {
            throw UsageError(
                "--within: \(String(text.prefix(80)).debugDescription) is no box, understood is \(Area.example)")
        }
        return area
    }
}
