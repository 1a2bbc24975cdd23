import Configuration
import Places

extension PlaceName {
    /// Reads a name as it is written on the command line.
    ///
    /// - Throws: `UsageError` where it can be none.
    init(operand text: String) throws(UsageError) {
        guard let name = PlaceName(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is no name of a place, which has \(PlaceName.rule)")
        }
        self = name
    }
}
