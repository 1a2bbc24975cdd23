public import Location

/// A `[webhook NAME]` of the configuration: where what happens at places is sent to.
public struct WebhookSettings: Hashable, Sendable {
    /// Webhooks at most: each may have a connection open, and a queue of its own.
    public static let maxCount = 32

    /// What it is called.
    public let name: String
    /// Where to.
    public let address: WebhookAddress
    /// The file of the secret that it is signed with; nil for no signature.
    public let secretFile: String?
    /// A file of certificates in PEM, which the receiver's has to go back to in place of those that the system trusts;
    /// nil for those.
    public let authorityFile: String?
    /// What it is sent through; nil for nothing.
    public let proxy: WebhookAddress?
    /// What is sent.
    public let events: Set<PlaceEvent.Kind>
    /// The names of the places of which entering and leaving is sent; nil for all.
    public let places: [String]?

    /// Makes one from its parts.
    public init(
        name: String, address: WebhookAddress, secretFile: String? = nil, authorityFile: String? = nil,
        proxy: WebhookAddress? = nil, events: Set<PlaceEvent.Kind> = Set(PlaceEvent.Kind.allCases),
        places: [String]? = nil
    ) {
        self.name = name
        self.address = address
        self.secretFile = secretFile
        self.authorityFile = authorityFile
        self.proxy = proxy
        self.events = events
        self.places = places
    }

    /// Whether it is told of this; the list of places is not about the anchor.
    public func wants(_ occurrence: PlaceEvent) -> Bool {
        guard events.contains(occurrence.kind) else { return false }
        guard let places, !occurrence.isAnchor else { return true }
        return places.contains(occurrence.place)
    }
}
