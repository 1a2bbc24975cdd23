import Basics
import CommandLine
import PublishFormats

extension PublishSection {
    static let heading = "publish"

    static let keys = [destinationKeys, selectionKeys, WebhookSection.commonKeys.map { $0.inside(\.webhook) }]
        .flatMap(\.self).map(\.hiddenWithoutEffect)

    private static let destinationKeys: [SettingKey<PublishSection>] = [
        SettingKey("to", at: \.to, as: address), SettingKey("format", at: \.format, as: .choice(formats)),
        SettingKey("device", at: \.device, as: level(example: "van")),
        SettingKey("user", at: \.user, as: level(example: "ann")),
        SettingKey("topic", at: \.topic, as: topicSyntax), SettingKey("tid", at: \.trackerID, as: trackerIDSyntax),
        SettingKey("password-file", at: \.passwordFile, as: .file(example: "/etc/whereismy/broker.password")),
        SettingKey("token-file", at: \.tokenFile, as: .file(example: "/etc/whereismy/dawarich.token")),
        SettingKey("certificate-file", at: \.certificateFile, as: .file(example: "/etc/whereismy/van.pem")),
        SettingKey("key-file", at: \.keyFile, as: .file(example: "/etc/whereismy/van.key")),
    ]

    private static let selectionKeys: [SettingKey<PublishSection>] = [
        SettingKey("send", at: \.selection, as: selectionSyntax),
        SettingKey(
            "interval", at: \.interval, as: .time("a time from 100ms to 1d, such as 10s", within: 0.1...86_400)),
        SettingKey(
            "interval-at-rest", at: \.restInterval, else: { max($0.defaults.restInterval ?? .zero, $0.interval) },
            as: .time("a time from 100ms to 1d, such as 60s", within: 0.1...86_400)),
        SettingKey("rate", at: \.rate, else: { $0.defaults.rate ?? .infinity }, as: rateSyntax),
        SettingKey(
            "rewind", at: \.rewind, else: \.defaults.rewind,
            as: .time("a time from 0 to 1h, such as 60s", within: 0...3600)),
        SettingKey("since", at: \.since, as: sinceSyntax),
        SettingKey(
            "stale-after", at: \.staleAfter,
            as: .time("a time from 1min to 365d, such as 15min", within: 60...31_536_000)),
        SettingKey("privacy", at: \.privacy, else: \.defaults.privacy, as: privacySyntax),
        SettingKey("retry-min", at: \.retryMin, as: .time("a time from 100ms to 1h, such as 5s", within: 0.1...3600)),
        SettingKey("retry-max", at: \.retryMax, as: .time("a time from 1s to 1d, such as 10min", within: 1...86_400)),
    ]

    private static let address = ValueSyntax<PublishAddress>(
        "an address: mqtt, mqtts, http, https or udp with a host, such as mqtts://broker.example.org, "
            + "tcp with an address to listen on, such as tcp://localhost:10110, or unix with a path, such as "
            + "unix:/run/whereismy-nmea/geoclue.sock",
        isSecret: true, text: \.text, parse: { PublishAddress($0) })

    private static let formats =
        "a format: \(PublishFormat.allCases.dropLast().map(\.rawValue).joined(separator: ", ")) or "
        + "\(PublishFormat.webhook.rawValue)"

    private static func level(example: String) -> ValueSyntax<String> {
        .text(
            "a name such as \(example): up to 64 bytes without / + # and control characters", where: \.isLevelOfTopic)
    }

    private static let topicSyntax = ValueSyntax.text(
        "a topic such as owntracks/ann/van: up to 180 bytes without + # and empty levels"
    ) { text in
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= 180 && text.first != "$" && levels.allSatisfy { String($0).isLevelOfTopic }
    }

    private static let trackerIDSyntax = ValueSyntax.text(
        "a tracker ID: one or two letters or digits, such as va"
    ) { text in
        (1...2).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isNumber }
    }

    private static let rateSyntax = ValueSyntax<Double>(
        "a number of fixes a second from 0.1 to 10000, such as 10/s, or none",
        text: { $0.isFinite ? "\($0.setting)/s" : "none" },
        parse: { text in
            guard text != "none" else { return .infinity }
            let number = Double(text.hasSuffix("/s") ? String(text.dropLast(2)) : text)
            return number.flatMap { $0 == .infinity || (0.1...10_000).contains($0) ? $0 : nil }
        })

    private static let sinceSyntax = ValueSyntax<PublishStart>(
        "now, all, or a time in UTC such as 2026-11-01T00:00:00Z or 2026-11-01", text: \.setting,
        parse: { PublishStart(setting: $0) })

    private static let selectionSyntax = ValueSyntax<PublishSelection>(
        "all, a time such as 10s or 5min, a distance such as 50m, or both: 10s, 50m", text: \.setting,
        parse: { PublishSelection(setting: $0) })

    private static let privacySyntax = ValueSyntax<PublishPrivacy>(
        "exact, zone, or rounded with 1m to 100km, such as rounded 500m", text: \.setting,
        parse: { PublishPrivacy(setting: $0) })
}

extension SettingKey<PublishSection> {
    /// The same setting, which reads as unset where it has no effect.
    fileprivate var hiddenWithoutEffect: SettingKey {
        var key = self
        key.text = { [name, text] in $0.uses(name) ? text($0) : nil }
        return key
    }
}

extension String {
    /// True if it may be a level of an MQTT topic and the value of an HTTP header.
    fileprivate var isLevelOfTopic: Bool {
        isPrintableLine && utf8.count <= 64 && first != " " && last != " "
            && PrintableText.sanitized(self) == self && !contains { "/+#".contains($0) }
    }
}
