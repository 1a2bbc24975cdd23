import CommandLine
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

    func issue(except reported: Set<String>) -> String? {
        guard address == nil, !reported.contains("url") else { return nil }
        return "\(title) lacks url: it needs an http or https address"
    }
}

extension WebhookSection {
    static let heading = "webhook"

    init(name: String) {
        self.init(name: name, address: nil)
    }

    /// The settings of a webhook, those that each destination with webhooks has, without the address.
    static let commonKeys = [
        SettingKey("secret-file", at: \WebhookSection.secretFile, as: .file(example: "/etc/whereismy/webhook.secret")),
        SettingKey("body", at: \WebhookSection.body, as: .choice("json or text")),
        SettingKey("events", at: \WebhookSection.events, as: .events()), places,
        SettingKey("ca-file", at: \WebhookSection.authorityFile, as: .file(example: "/etc/whereismy/webhook-ca.pem")),
        SettingKey(
            "proxy", at: \WebhookSection.proxy,
            as: .address("an http or https address such as http://proxy.example.org:3128")),
    ]

    static let keys =
        [
            SettingKey(
                "url", at: \WebhookSection.address,
                as: .address("an http or https address such as https://hooks.example.org/here"))
        ] + commonKeys

    private static var places: SettingKey<WebhookSection> {
        let syntax = ValueSyntax<[String]>(
            "all, or names of places separated by commas", text: { $0.joined(separator: ", ") },
            parse: { text in
                let names = text.commaSeparated
                return text.isPrintableLine && names.allSatisfy(\.isNameOfPlace) ? names : nil
            })
        return SettingKey("places", at: \.places, as: syntax.orNone("all"))
    }
}

extension String {
    /// True if it may name a place, as far as the configuration knows; `Places` has the whole rule.
    fileprivate var isNameOfPlace: Bool { (1...64).contains(utf8.count) && !contains("/") }
}
