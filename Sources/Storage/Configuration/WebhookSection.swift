import Location

/// The section `[webhook NAME]` as read so far.
struct WebhookSection: NamedSection {
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

extension WebhookSection {
    /// Creates a section without values.
    init(name: String) {
        self.init(name: name, address: nil)
    }

    /// The settings of a webhook, those that each destination with webhooks has, without the address.
    static let commonKeys = [
        SectionKey.file("secret-file", example: "/etc/whereismy/webhook.secret", path: \.secretFile),
        body, events, places,
        SectionKey.file("ca-file", example: "/etc/whereismy/webhook-ca.pem", path: \.authorityFile),
        address("proxy", expected: "an http or https address such as http://proxy.example.org:3128", path: \.proxy),
    ]

    /// The settings of a webhook.
    static let keys =
        [
            address(
                "url", expected: "an http or https address such as https://hooks.example.org/here", path: \.address)
        ] + commonKeys

    private static func address(
        _ name: String, expected: String, path: any WritableKeyPath<WebhookSection, WebhookAddress?> & Sendable
    ) -> SectionKey<WebhookSection> {
        SectionKey(name: name, expected: expected, isSecret: true, text: { $0[keyPath: path]?.text }) { text, section in
            section[keyPath: path] = WebhookAddress(text)
            return section[keyPath: path] != nil
        }
    }

    private static let body = SectionKey<WebhookSection>(
        name: "body", expected: "json or text", text: { $0.body.rawValue }
    ) { text, section in
        guard let body = WebhookBody(rawValue: text) else { return false }
        section.body = body
        return true
    }

    private static let events = SectionKey<WebhookSection>(
        name: "events",
        expected: "all, or some of \(PlaceEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")), "
            + "separated by commas",
        text: { section in
            let chosen = PlaceEvent.Kind.allCases.filter(section.events.contains)
            return chosen == PlaceEvent.Kind.allCases ? "all" : chosen.map(\.rawValue).joined(separator: ", ")
        }
    ) { text, section in
        let items = text == "all" ? PlaceEvent.Kind.allCases.map(\.rawValue) : text.commaSeparated
        let events = items.compactMap { PlaceEvent.Kind(rawValue: $0) }
        section.events = Set(events)
        return events.count == items.count
    }

    private static let places = SectionKey<WebhookSection>(
        name: "places", expected: "all, or names of places separated by commas",
        text: { $0.places?.joined(separator: ", ") ?? "all" }
    ) { text, section in
        section.places = text == "all" ? nil : text.commaSeparated
        return text.isPrintableLine && section.places?.allSatisfy(\.isNameOfPlace) ?? true
    }
}

extension SettingKey {
    /// The heading of a webhook, before its name.
    static let webhookSection = "webhook"

    /// The settings of a webhook.
    package static func webhook(named name: String) -> [SettingKey] {
        WebhookSection.keys.map { $0.setting(heading: webhookSection, of: name, in: \.webhookSections) }
    }

    /// The keys of a webhook, also for tests of the manual and the example file.
    static let webhookKeys = webhook(named: "NAME")
}

extension String {
    /// True if it may name a place, as far as the configuration knows; `Places` has the whole rule.
    fileprivate var isNameOfPlace: Bool { (1...64).contains(utf8.count) && !contains("/") }
}
