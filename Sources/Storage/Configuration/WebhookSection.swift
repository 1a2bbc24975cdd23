import Location

/// The section `[webhook NAME]` as read so far.
struct WebhookSection: Hashable, Sendable {
    let name: String
    var address: WebhookAddress?
    var secretFile: String?
    var authorityFile: String?
    var proxy: WebhookAddress?
    var body = WebhookBody.json
    var events = Set(PlaceEvent.Kind.allCases)
    var places: [String]?

    /// The webhook; nil without an address.
    var settings: WebhookSettings? {
        address.map {
            WebhookSettings(
                name: name, address: $0, secretFile: secretFile, authorityFile: authorityFile, proxy: proxy,
                body: body, events: events, places: places)
        }
    }

    /// Returns the issue with a missing key; nil for none.
    ///
    /// - Parameter reported: the keys whose own issues are reported, so that they are not also missing.
    /// - Returns: the message.
    func issue(except reported: Set<String>) -> String? {
        guard address == nil, !reported.contains("url") else { return nil }
        return "[\(SettingKey.webhookSection) \(name)] lacks url: it needs an http or https address"
    }
}

extension SettingKey {
    /// The heading of a webhook, before its name.
    static let webhookSection = "webhook"

    /// The settings of a webhook.
    static func webhook(named name: String) -> [SettingKey] {
        [
            address(
                "url", expected: "an http or https address such as https://hooks.example.org/here", of: name,
                path: \.address),
            file("secret-file", example: "/etc/whereismy/webhook.secret", of: name, path: \.secretFile),
            body(of: name),
            events(of: name),
            places(of: name),
            file("ca-file", example: "/etc/whereismy/webhook-ca.pem", of: name, path: \.authorityFile),
            address(
                "proxy", expected: "an http or https address such as http://proxy.example.org:3128", of: name,
                path: \.proxy),
        ]
    }

    /// The keys of a webhook, also for tests of the manual and the example file.
    static let webhookKeys = webhook(named: "NAME")

    private static func address(
        _ key: String, expected: String, of webhook: String,
        path: any WritableKeyPath<WebhookSection, WebhookAddress?> & Sendable
    ) -> SettingKey {
        var key = webhookKey(key, expected: expected, of: webhook, text: { $0[keyPath: path]?.text }) { text, section in
            section[keyPath: path] = WebhookAddress(text)
            return section[keyPath: path] != nil
        }
        key.isSecret = true
        return key
    }

    private static func file(
        _ key: String, example: String, of webhook: String,
        path: any WritableKeyPath<WebhookSection, String?> & Sendable
    ) -> SettingKey {
        let expected = "a file by its full path, such as \(example)"
        return webhookKey(key, expected: expected, of: webhook, text: { $0[keyPath: path] }) { text, section in
            section[keyPath: path] = text
            return text.isPrintableLine && text.hasPrefix("/")
        }
    }

    private static func body(of webhook: String) -> SettingKey {
        webhookKey("body", expected: "json or text", of: webhook, text: { $0.body.rawValue }) { text, section in
            guard let body = WebhookBody(rawValue: text) else { return false }
            section.body = body
            return true
        }
    }

    private static func events(of webhook: String) -> SettingKey {
        let kinds = PlaceEvent.Kind.allCases
        let expected = "all, or some of \(kinds.map(\.rawValue).joined(separator: ", ")), separated by commas"
        let text = { @Sendable (section: WebhookSection) in
            let chosen = kinds.filter(section.events.contains)
            return chosen == kinds ? "all" : chosen.map(\.rawValue).joined(separator: ", ")
        }
        return webhookKey("events", expected: expected, of: webhook, text: text) { text, section in
            let items = text == "all" ? kinds.map(\.rawValue) : text.commaSeparated
            let events = items.compactMap { PlaceEvent.Kind(rawValue: $0) }
            section.events = Set(events)
            return events.count == items.count
        }
    }

    private static func places(of webhook: String) -> SettingKey {
        let expected = "all, or names of places separated by commas"
        return webhookKey(
            "places", expected: expected, of: webhook, text: { $0.places?.joined(separator: ", ") ?? "all" }
        ) {
            text, section in
            section.places = text == "all" ? nil : text.commaSeparated
            return text.isPrintableLine && section.places?.allSatisfy(\.isNameOfPlace) ?? true
        }
    }

    private static func webhookKey(
        _ key: String, expected: String, of webhook: String,
        text: @escaping @Sendable (WebhookSection) -> String?,
        set: @escaping @Sendable (String, inout WebhookSection) -> Bool
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
    /// True if it may name a place, as far as the configuration knows; `Places` has the whole rule.
    fileprivate var isNameOfPlace: Bool { (1...64).contains(utf8.count) && !contains("/") }
}
