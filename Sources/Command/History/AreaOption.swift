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
        let edges = text.split(separator: ",", omittingEmptySubsequences: false).compactMap(number)
        guard edges.count == 4, text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 3,
            let area = Area(south: edges[0], west: edges[1], north: edges[2], east: edges[3])
        else {
            let text = String(text.prefix(80)).debugDescription
            throw UsageError(
                "--within: \(text) is no box, understood is south,west,north,east in degrees: -38,144.5,-37.5,145.5")
        }
        return area
    }

    private static func number(_ text: Substring) -> Double? {
        let isSpace = { (character: Character) in character == " " }
        let trimmed = text.drop(while: isSpace)
        return Double(trimmed)
    }
}
