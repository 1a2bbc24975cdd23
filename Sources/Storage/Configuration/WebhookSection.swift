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
