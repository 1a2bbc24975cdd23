import PublishFormats

/// The section `[publish NAME]` as read so far.
struct PublishSection: NamedSection {
    let name: String
    var to: PublishAddress?
    var format: PublishFormat?
    var device: String?
    var user: String?
    var topic: String?
    var trackerID: String?
    var passwordFile: String?
    var tokenFile: String?
    var certificateFile: String?
    var keyFile: String?
    var selection = PublishSelection.all
    var interval = Duration.seconds(1)
    /// Nil for the default.
    var restInterval: Duration?
    /// The rate as configured, infinite for none; nil for the default.
    var rate: Double?
    /// Nil for the default.
    var rewind: Duration?
    var since = PublishStart.now
    /// Nil for the fleet's default.
    var staleAfter: Duration?
    /// Nil for the default.
    var privacy: PublishPrivacy?
    var retryMin = Duration.seconds(1)
    var retryMax = Duration.seconds(300)
    /// The settings that webhooks have too, the proxy and the certificates of all HTTP destinations among them.
    var webhook: WebhookSection

    init(name: String) {
        self.name = name
        webhook = WebhookSection(name: name)
    }

    var defaults: PublishDefaults { PublishDefaults(to: to, format: format) }

    /// The destination; nil without an address that fits the format.
    var settings: PublishSettings? {
        guard let to, let format, format.permits(to) else { return nil }
        var settings = PublishSettings(name: name, to: to, format: format)
        (settings.device, settings.user, settings.topic, settings.trackerID) = (device, user, topic, trackerID)
        (settings.passwordFile, settings.tokenFile, settings.proxy) = (passwordFile, tokenFile, webhook.proxy)
        settings.authorityFile = webhook.authorityFile
        (settings.certificateFile, settings.keyFile) = (certificateFile, keyFile)
        (settings.selection, settings.interval, settings.since) = (selection, interval, since)
        (settings.staleAfter, settings.retryMin, settings.retryMax) = (staleAfter, retryMin, retryMax)
        settings.restInterval = restInterval ?? settings.restInterval
        if let rate { settings.rate = rate.isFinite ? rate : nil }
        settings.rewind = rewind ?? settings.rewind
        settings.privacy = privacy ?? settings.privacy
        if format == .webhook, case .http(let address) = to {
            var section = webhook
            section.address = address
            settings.webhook = section.settings
            settings.webhook?.retryMin = retryMin
            settings.webhook?.retryMax = retryMax
        }
        return settings
    }
}

extension PublishFormat {
    var schemes: [String] {
        switch self {
        case .owntracks, .fleet: ["mqtt", "mqtts", "http", "https"]
        case .overland, .traccar, .webhook: ["http", "https"]
        case .homeAssistant: ["mqtt", "mqtts"]
        case .nmea: ["tcp", "udp", "unix"]
        case .geoclue: ["unix"]
        }
    }

    func permits(_ address: PublishAddress) -> Bool { schemes.contains(address.scheme) }
}

extension PublishSection {
    /// Returns true if a setting has an effect with the address and the format.
    func uses(_ key: String) -> Bool {
        guard let format, let to, format.permits(to) else { return true }
        let isHTTP = to.scheme.hasPrefix("http")
        switch key {
        case "device", "user", "password-file", "interval": return format.isTracked
        case "tid": return format == .owntracks
        case "topic", "rewind": return format == .owntracks && !isHTTP
        case "send", "rate", "since": return format.isTracked && format != .homeAssistant
        case "interval-at-rest": return [.owntracks, .overland, .traccar, .fleet].contains(format)
        case "token-file": return isHTTP && format != .webhook
        case "proxy": return isHTTP
        case "ca-file": return to.isEncrypted
        case "certificate-file", "key-file": return to.isEncrypted && format != .webhook
        case "stale-after": return format == .fleet
        case "privacy": return format != .webhook
        case "retry-min", "retry-max": return format.isTracked || format == .webhook
        case "secret-file", "body", "events", "places": return format == .webhook
        default: return true
        }
    }
}

extension PublishFormat {
    /// True for a format that a server receives, each position as that of a named device.
    fileprivate var isTracked: Bool { [.owntracks, .overland, .traccar, .homeAssistant, .fleet].contains(self) }
}
