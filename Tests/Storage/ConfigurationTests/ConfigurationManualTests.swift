import Basics
import CommandLine
import Linux
import Location
import Testing

@testable import Configuration

struct ConfigurationManualTests {
    /// The manual entry of a setting.
    private struct Item {
        var lines: [String] = []

        /// The text after `Default:`, without markup.
        var usual: String? {
            guard let index = lines.firstIndex(where: { $0.hasPrefix("Default:") }) else { return nil }
            guard lines[index] == "Default:" else { return lines[index] }
            let text = lines[index + 1].replacing("\"", with: "")
            return text.hasPrefix(".Ql ") && text.hasSuffix(" .") ? String(text.dropFirst(4).dropLast(2)) : nil
        }

        /// The line of a file that is shown as an example.
        var example: String? {
            lines.last { $0.hasPrefix(".Dl ") }.map { String($0.dropFirst(4)) }
        }
    }

    private static let keys =
        Settings.keys + Settings.namedSections.flatMap { $0.keys("NAME") }

    private let lines: [String]

    init() throws {
        let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
        let bytes = try FileContents.read(root + "/docs/man/whereismy.conf.5")
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            String($0).replacing("\\-", with: "-").replacing("\\&", with: "").replacing("\\e", with: "\\")
        }
    }

    /// The settings by their names, as messages have them.
    private var items: [String: Item] {
        var items: [String: Item] = [:]
        var (section, name) = ("", "")
        for line in lines {
            if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") {
                (section, name) = (String(line.dropFirst(4)), "")
            } else if line.hasPrefix(".It Ic "), section.hasPrefix("[") {
                name = "\(section) \(line.split(separator: " ")[2])"
                items[name] = Item()
            } else {
                items[name]?.lines.append(line)
            }
        }
        return items
    }

    /// The default, as the manual writes it.
    private func usual(_ key: SettingKey<Settings>) -> String {
        var settings = Settings()
        settings.zoneSections = [PrivacyZoneSection(name: "NAME")]
        settings.placeSections = [PlaceSection(name: "NAME")]
        settings.webhookSections = [WebhookSection(name: "NAME")]
        settings.publishSections = [PublishSection(name: "NAME")]
        guard let text = key.text(settings) else { return "Default: not set." }
        return text.isEmpty ? "Default: none." : text
    }

    @Test("the manual has exactly the settings")
    func names() {
        let keys = Self.keys.map { "\($0.qualifiedName)" }
        #expect(items.keys.sorted() == keys.sorted())
    }

    @Test("each setting has its default and another valid example")
    func values() throws {
        let items = items
        for key in Self.keys {
            let item = try #require(items["\(key.qualifiedName)"], "\(key.qualifiedName)")
            #expect(item.usual == usual(key), "\(key.qualifiedName)")
            let example = try #require(item.example, "\(key.qualifiedName)")
            let value = try #require(example.hasPrefix("\(key.name) = ") ? example.dropFirst(key.name.count + 3) : nil)
            var settings = Settings()
            #expect(key.set(String(value), in: &settings) == nil)
            #expect(key.text(settings) != usual(key), "\(key.qualifiedName)")
        }
    }

    @Test("the example at the manual's end is valid")
    func file() throws {
        let start = try #require(lines.firstIndex { $0.hasPrefix(".Bd -literal") })
        let end = try #require(lines[start...].firstIndex(of: ".Ed"))
        let text = lines[(start + 1)..<end].joined(separator: "\n")
        let settings = try settings(files: ["/etc/whereismy/whereismy.conf": text])
        #expect(settings?.platform == .road && settings?.privacyZones.map(\.radius) == [500])
    }
}
