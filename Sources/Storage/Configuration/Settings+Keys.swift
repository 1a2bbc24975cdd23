import Basics
import CommandLine
import Languages
import Location
import Places

extension Settings: FileSettings {
    /// The name of the file.
    public static let fileName = "whereismy.conf"

    /// All settings except those of sections with a name, in the order of the manual.
    public static let keys: [SettingKey<Settings>] = [
        [.gpsdAddress, .gpsdDevice, .staleAfter, .platform, .maxAccuracy, .allowSimulated], SettingKey.history,
        SettingKey.http, SettingKey.map, [.nearestWithin, .coordinates, .units, .language],
        [.pageTemplate, .logPositions, .runtimeDirectory, .stateDirectory],
    ].flatMap(\.self)

    /// The sections with a name, in the order of the manual.
    public static let namedSections = [zones, placeSections, webhookSections, publishSections]

    /// The defaults, with the directories that systemd names in the environment.
    public init(environment: [String: String]) {
        if let directory = environment.directory("CONFIGURATION_DIRECTORY") { configurationDirectory = directory }
        credentialsDirectory = environment["CREDENTIALS_DIRECTORY"]
    }
}

extension [String: String] {
    /// A directory in an environment variable of systemd; of several, separated by colons, the first is ours.
    package func directory(_ variable: String) -> String? {
        self[variable]?.split(separator: ":").first.map(String.init)
    }
}

extension SettingKey<Settings> {
    static var gpsdAddress: SettingKey {
        SettingKey(
            "address", in: "gpsd", at: \.gpsd,
            as: ValueSyntax("an address such as localhost:2947 or [::1]:2947") { GPSDAddress($0) })
    }

    static var gpsdDevice: SettingKey {
        // The devices of gpsd have no credentials either, once they are parsed.
        let syntax = ValueSyntax<String>("a receiver such as /dev/ttyUSB0") { text in
            text.isPrintableLine && !text.contains(" ") ? DevicePath.printable(text) : nil
        }
        return SettingKey("device", in: "gpsd", at: \.device, as: syntax)
    }

    static var staleAfter: SettingKey {
        SettingKey(
            "stale-after", in: "tracking", at: \.staleAfter, as: .time("a time such as 500ms, 10s, 2min or 1h"))
    }

    static var platform: SettingKey {
        SettingKey(
            "platform", in: "tracking", at: \.platform,
            as: .choice("a platform: pedestrian, road, rail, sea, air or any"))
    }

    static var maxAccuracy: SettingKey {
        let syntax = ValueSyntax<Double>("a radius such as 50m or 150ft, or none", text: { "\($0.setting)m" }) { text in
            Double(metres: text).flatMap { $0 > 0 ? $0 : nil }
        }
        return SettingKey("max-accuracy", in: "tracking", at: \.maxAccuracy, as: syntax.orNone())
    }

    static var allowSimulated: SettingKey {
        SettingKey("allow-simulated", in: "tracking", at: \.allowsSimulated, as: .flag)
    }

    static var coordinates: SettingKey {
        SettingKey(
            "coordinates", in: "display", at: \.display.coordinates,
            as: .choice("a form of coordinates: dd, ddm, dms or utm"))
    }

    static var units: SettingKey {
        SettingKey(
            "units", in: "display", at: \.display.units,
            as: .choice("a system of units: metric, imperial or nautical"))
    }

    static var language: SettingKey {
        let names = Language.allCases.map(\.tag)
        let expected = "a language of the static page: auto, \(names.joined(separator: ", "))"
        let syntax = ValueSyntax<Language>.choice(expected).orNone("auto")
        return SettingKey("language", in: "display", at: \.language, as: syntax)
    }

    static var pageTemplate: SettingKey {
        let expected = "a bare file name such as current-location.html"
        return SettingKey(
            "template", in: "page", at: \.pageTemplate,
            as: .text(expected) { $0.isPrintableLine && !$0.contains("/") && $0 != "." && $0 != ".." })
    }

    static var logPositions: SettingKey {
        SettingKey("log-positions", in: "journal", at: \.logsPositions, as: .flag)
    }

    static var runtimeDirectory: SettingKey {
        SettingKey(
            "runtime-directory", in: "paths", environment: "RUNTIME_DIRECTORY", at: \.runtimeDirectory,
            as: .text("a directory such as /run/whereismy", where: \.isPrintableLine))
    }

    static var stateDirectory: SettingKey {
        SettingKey(
            "state-directory", in: "paths", environment: "STATE_DIRECTORY", at: \.stateDirectory,
            as: .text("a directory such as /var/lib/whereismy", where: \.isPrintableLine))
    }
}

extension Settings {
    /// The maximum bytes of a name in a heading: libinih silently truncates a heading of 50 bytes.
    private static let maxNameLength = 35

    static let zones = sections(at: \Settings.zoneSections, of: "a zone", such: "home")

    static let placeSections = sections(at: \Settings.placeSections, of: "a place", such: "home") { name in
        guard let name = PlaceName(name), !name.isReserved else {
            return (nil, "\(PlaceName.rule), and is neither anchor nor receiver")
        }
        return (name.text, "")
    }

    static let webhookSections = sections(at: \Settings.webhookSections, of: "a webhook", such: "family")

    static let publishSections = sections(at: \Settings.publishSections, of: "a destination", such: "recorder") {
        ($0.isFileName ? $0 : nil, "letters, digits, hyphens, underscores and dots, no dot first")
    }

    /// Returns sections whose names have a rule: `name` returns the name, nil if it is invalid, and the rule.
    private static func sections<Section: NamedSection>(
        at path: any WritableKeyPath<Settings, [Section]> & Sendable, of noun: String, such example: String,
        name rule: @escaping @Sendable (String) -> (name: String?, rule: String) = { ($0, "") }
    ) -> NamedSections<Settings> {
        NamedSections(at: path, hint: "\(Section.heading) NAME") { name, _ throws(UnknownSettingError) in
            let heading = Section.heading
            guard !name.isEmpty else {
                throw UnknownSettingError("[\(heading)] needs a name, such as [\(heading) \(example)]")
            }
            let isShort = name.utf8.count <= maxNameLength && PrintableText.sanitized(name) == name
            let (valid, text) = isShort ? rule(name) : (nil, "up to \(maxNameLength) bytes of text")
            guard let valid else {
                throw UnknownSettingError("\(name.debugDescription) is not a name of \(noun), which has \(text)")
            }
            return valid
        }
    }
}

extension String {
    /// True if it is not empty and has no byte that ends a C string or a line.
    package var isPrintableLine: Bool { !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }

    /// True if it is a file name without characters that a shell or a terminal interprets.
    fileprivate var isFileName: Bool {
        first != "." && utf8.allSatisfy { $0.isHostNameByte || Array("_.".utf8).contains($0) }
    }
}

extension Double {
    /// The number as the file has it; parsing it returns the same number.
    var setting: String { Int(exactly: self).map(String.init) ?? description }
}
