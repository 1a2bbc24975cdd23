import Location

/// A `[webhook NAME]` as far as it has been read.
struct WebhookSection: Hashable, Sendable {
    let name: String
    var address: WebhookAddress?
    var secretFile: String?
    var authorityFile: String?
    var proxy: WebhookAddress?
    var events = Set(PlaceEvent.Kind.allCases)
    var places: [String]?

    /// The webhook; nil where it has no address.
    var settings: WebhookSettings? {
        address.map {
            WebhookSettings(
                name: name, address: $0, secretFile: secretFile, authorityFile: authorityFile, proxy: proxy,
                events: events, places: places)
        }
    }

    /// What is missing; nil where nothing is.
    var issue: String? {
        guard address == nil else { return nil }
        return "[\(SettingKey.webhookSection) \(name)] lacks url: it needs an http or https address"
    }
}

extension SettingKey {
    /// What the heading of a webhook begins with; its name follows.
    static let webhookSection = "webhook"

    /// The settings of the webhook of that name.
    static func webhook(named name: String) -> [SettingKey] {
        [
            address("url", "an http or https address such as https://hooks.example.org/here", of: name, \.address),
            file("secret-file", "/etc/whereismy/webhook.secret", of: name, \.secretFile),
            events(of: name),
            places(of: name),
            file("ca-file", "/etc/whereismy/webhook-ca.pem", of: name, \.authorityFile),
            address("proxy", "an http or https address such as http://proxy.example.org:3128", of: name, \.proxy),
        ]
    }

    /// The keys of a webhook, by which the manual and the example file are examined too.
    static let webhookKeys = webhook(named: "NAME")

    private static func address(
        _ key: String, _ expected: String, of webhook: String,
        _ path: any WritableKeyPath<WebhookSection, WebhookAddress?> & Sendable
    ) -> SettingKey {
        var key = webhookKey(key, expected, of: webhook, { $0[keyPath: path]?.text }) { text, section in
            section[keyPath: path] = WebhookAddress(text)
            return section[keyPath: path] != nil
        }
        key.isSecret = true
        return key
    }

    private static func file(
        _ key: String, _ example: String, of webhook: String,
        _ path: any WritableKeyPath<WebhookSection, String?> & Sendable
    ) -> SettingKey {
        let expected = "a file by its full path, such as \(example)"
        return webhookKey(key, expected, of: webhook, { $0[keyPath: path] }) { text, section in
            section[keyPath: path] = text
            return text.isPrintableLine && text.hasPrefix("/")
        }
    }

    private static func events(of webhook: String) -> SettingKey {
        let kinds = PlaceEvent.Kind.allCases
        let expected = "all, or of \(kinds.map(\.rawValue).joined(separator: ", ")) some, with commas between"
        let text = { @Sendable (section: WebhookSection) in
            let chosen = kinds.filter(section.events.contains)
            return chosen == kinds ? "all" : chosen.map(\.rawValue).joined(separator: ", ")
        }
        return webhookKey("events", expected, of: webhook, text) { text, section in
            let items = text == "all" ? kinds.map(\.rawValue) : text.commaSeparated
            let events = items.compactMap { PlaceEvent.Kind(rawValue: $0) }
            section.events = Set(events)
            return events.count == items.count
        }
    }

    private static func places(of webhook: String) -> SettingKey {
        let expected = "all, or names of places with commas between"
        return webhookKey("places", expected, of: webhook, { $0.places?.joined(separator: ", ") ?? "all" }) {
            text, section in
            section.places = text == "all" ? nil : text.commaSeparated
            return text.isPrintableLine && section.places?.allSatisfy(\.isNameOfPlace) ?? true
        }
    }

    private static func webhookKey(
        _ key: String, _ expected: String, of webhook: String,
        _ text: @escaping @Sendable (WebhookSection) -> String?,
        _ set: @escaping @Sendable (String, inout WebhookSection) -> Bool
    ) -> SettingKey {
        SettingKey(
            section: "\(webhookSection) \(webhook)", name: key, expected: expected,
            text: { $0.webhookSections.first { $0.name == webhook }.flatMap(text) }
        ) { value, settings in
            let index = settings.webhookSections.firstIndex { $0.name == webhook } ?? settings.webhookSections.endIndex
            if index == settings.webhookSections.endIndex {
                settings.webhookSections.append(WebhookSection(name: webhook))
            }
            return set(value, &settings.webhookSections[index])
        }
    }
}

extension String {
    /// What a place may be called, as far as the configuration can say it; `Places` knows the rule.
    fileprivate var isNameOfPlace: Bool { (1...64).contains(utf8.count) && !contains("/") }
}
