import Basics
import Location
import Places

extension SettingKey {
    /// An unknown section or key, with a message that suggests a fix.
    struct UnknownError: Error {
        let message: String
        /// The key that a mistyped one probably stands for; nil if unknown.
        var meant: SettingName?
    }

    /// Finds a setting by section and name.
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
            return .failure(UnknownError(message: "\(name) is \(place) but belongs in [\(elsewhere.section)]"))
        }
        let names = siblings.map(\.name)
        let meant = names.nearest(to: name).flatMap { near in siblings.first { $0.name == near } }
        let hint = (names.isEmpty ? all.map(\.name) : names).hint(for: name)
        return .failure(
            UnknownError(message: "unknown key \(name) in [\(section)], \(hint)", meant: meant?.qualifiedName))
    }
}

extension SettingKey {
    /// The maximum bytes of a name in a heading: libinih silently truncates a heading of 50 bytes.
    static let maxNameLength = 35

    /// The settings of a named section; nil for another heading.
    static func named(in section: String) -> Result<[SettingKey], UnknownError>? {
        let words = section.split(separator: " ", omittingEmptySubsequences: true)
        let name = words.dropFirst().joined(separator: " ")
        switch words.first.map(String.init) {
        case zoneSection: return check(name, section: zoneSection, noun: "a zone", such: "home").map(zone)
        case placeSection:
            return check(name, section: placeSection, noun: "a place", such: "home").flatMap { name in
                guard let name = PlaceName(name), !name.isReserved else { return .failure(invalidPlaceName(name)) }
                return .success(place(named: name.text))
            }
        case webhookSection: return check(name, section: webhookSection, noun: "a webhook", such: "family").map(webhook)
        case publishSection:
            return check(name, section: publishSection, noun: "a destination", such: "recorder").flatMap { name in
                name.isFileName ? .success(publish(named: name)) : .failure(invalidDestinationName(name))
            }
        default: return nil
        }
    }

    /// The headings with a name, for hints.
    static let namedHeadings = [zoneSection, placeSection, webhookSection, publishSection].map { "\($0) NAME" }

    private static func invalidPlaceName(_ name: String) -> UnknownError {
        let rule = "\(PlaceName.rule), and is not anchor"
        return UnknownError(message: "\(name.debugDescription) is not a name of a place, which has \(rule)")
    }

    private static func invalidDestinationName(_ name: String) -> UnknownError {
        let rule = "letters, digits, hyphens, underscores and dots, no dot first"
        return UnknownError(message: "\(name.debugDescription) is not a name of a destination, which has \(rule)")
    }

    /// Checks the name in a heading.
    private static func check(
        _ name: String, section: String, noun: String, such example: String
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

extension String {
    /// True if it is a file name without characters that a shell or a terminal interprets.
    fileprivate var isFileName: Bool {
        first != "." && utf8.allSatisfy { $0.isHostNameByte || Array("_.".utf8).contains($0) }
    }
}
