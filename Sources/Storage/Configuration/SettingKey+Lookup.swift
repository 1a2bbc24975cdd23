import Basics
import Location
import Places

extension SettingKey {
    /// A name that no setting has, in words that say what would work.
    struct UnknownError: Error {
        let message: String
    }

    /// The setting of that name in that section.
    static func find(section: String, name: String) -> Result<SettingKey, UnknownError> {
        var siblings = all.filter { $0.section == section }
        switch named(in: section) {
        case .success(let keys): siblings = keys
        case .failure(let unknown): return .failure(unknown)
        case nil: break
        }
        if let key = siblings.first(where: { $0.name == name }) { return .success(key) }
        guard !siblings.isEmpty || section.isEmpty else {
            let sections = Set(all.map(\.section)).union(namedHeadings)
            return .failure(UnknownError(message: "unknown section [\(section)], \(sections.hint(for: section))"))
        }
        if let elsewhere = all.first(where: { $0.name == name }) {
            let place = section.isEmpty ? "before any section" : "in [\(section)]"
            return .failure(UnknownError(message: "\(name) stands \(place), it belongs in [\(elsewhere.section)]"))
        }
        let hint = (siblings.isEmpty ? all : siblings).map(\.name).hint(for: name)
        return .failure(UnknownError(message: "unknown key \(name) in [\(section)], \(hint)"))
    }
}

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
            return .failure(
                UnknownError(message: "\(name.debugDescription) is not a name of \(noun), which has \(rule)"))
        }
        return .success(name)
    }
}
