import Basics
import Location
import Places

extension SettingKey {
    /// Bytes of a name in a heading, at most: libinih cuts a heading of 50 bytes without a word.
    static let maxNameLength = 35

    /// The settings of a section that has a name of its own.
    ///
    /// - Returns: nil for the heading of something else.
    static func named(in section: String) -> Result<[SettingKey], UnknownError>? {
        let words = section.split(separator: " ", omittingEmptySubsequences: true)
        let name = words.dropFirst().joined(separator: " ")
        switch words.first.map(String.init) {
        case zoneSection: return check(name, zoneSection, "a zone", such: "home").map(zone)
        case placeSection:
            return check(name, placeSection, "a place", such: "home").flatMap { name in
                guard let name = PlaceName(name), !name.isReserved else { return .failure(invalidPlaceName(name)) }
                return .success(place(named: name.text))
            }
        case webhookSection: return check(name, webhookSection, "a webhook", such: "family").map(webhook)
        default: return nil
        }
    }

    /// What the headings with a name look like, for hints.
    static let namedHeadings = [zoneSection, placeSection, webhookSection].map { "\($0) NAME" }

    private static func invalidPlaceName(_ name: String) -> UnknownError {
        let rule = "\(PlaceName.rule), and is not anchor"
        return UnknownError(message: "\(name.debugDescription) is not a name of a place, which has \(rule)")
    }

    /// Takes the name in the heading.
    private static func check(
        _ name: String, _ section: String, _ noun: String, such example: String
    ) -> Result<String, UnknownError> {
        guard !name.isEmpty else {
            return .failure(UnknownError(message: "[\(section)] needs a name, such as [\(section) \(example)]"))
        }
        guard name.utf8.count <= maxNameLength, PrintableText.sanitized(name) == name else {
            let rule = "up to \(maxNameLength) bytes of text"
            return .failure(UnknownError(message: "\(name.debugDescription) is not a name of \(noun), which has \(rule)"))
        }
        return .success(name)
    }
}
