import Basics
import PublishFormats

extension PublishSection {
    /// The settings of a destination, in the order of the manual.
    static let keys: [SectionKey<PublishSection>] =
        ([
            to, format, name("device", example: "van", path: \.device), name("user", example: "ann", path: \.user),
            topic, trackerID,
            .file("password-file", example: "/etc/whereismy/broker.password", path: \.passwordFile),
            .file("token-file", example: "/etc/whereismy/dawarich.token", path: \.tokenFile),
            .file("certificate-file", example: "/etc/whereismy/van.pem", path: \.certificateFile),
            .file("key-file", example: "/etc/whereismy/van.key", path: \.keyFile),
            send, duration("interval", within: 0.1...86_400, expected: "100ms to 1d, such as 10s", path: \.interval),
            rate, rewind, since, staleAfter, privacy,
            duration("retry-min", within: 0.1...3600, expected: "100ms to 1h, such as 5s", path: \.retryMin),
            duration("retry-max", within: 1...86_400, expected: "1s to 1d, such as 10min", path: \.retryMax),
        ] + WebhookSection.commonKeys.map { $0.inside(\.webhook) }).map(\.hiddenWithoutEffect)

    private static let to = SectionKey<PublishSection>(
        name: "to",
        expected: "an address: mqtt, mqtts, http, https or udp with a host, such as mqtts://broker.example.org, "
            + "tcp with an address to listen on, such as tcp://localhost:10110, or unix with a path, such as "
            + "unix:/run/whereismy-nmea/geoclue.sock",
        isSecret: true, text: { $0.to?.text }
    ) { text, section in
        section.to = PublishAddress(text)
        return section.to != nil
    }

    private static let format = SectionKey<PublishSection>(
        name: "format",
        expected: "a format: \(PublishFormat.allCases.dropLast().map(\.rawValue).joined(separator: ", ")) or "
            + "\(PublishFormat.webhook.rawValue)",
        text: { $0.format?.rawValue }
    ) { text, section in
        section.format = PublishFormat(rawValue: text)
        return section.format != nil
    }

    private static func name(
        _ key: String, example: String, path: any WritableKeyPath<PublishSection, String?> & Sendable
    ) -> SectionKey<PublishSection> {
        let expected = "a name such as \(example): up to 64 bytes without / + # and control characters"
        return SectionKey(name: key, expected: expected, text: { $0[keyPath: path] }) { text, section in
            section[keyPath: path] = text
            return text.isLevelOfTopic
        }
    }

    private static let topic = SectionKey<PublishSection>(
        name: "topic", expected: "a topic such as owntracks/ann/van: up to 180 bytes without + # and empty levels",
        text: { $0.topic }
    ) { text, section in
        section.topic = text
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.utf8.count <= 180 && text.first != "$" && levels.allSatisfy { String($0).isLevelOfTopic }
    }

    private static let trackerID = SectionKey<PublishSection>(
        name: "tid", expected: "a tracker ID: one or two letters or digits, such as va", text: { $0.trackerID }
    ) { text, section in
        section.trackerID = text
        return (1...2).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isNumber }
    }

    private static func duration(
        _ name: String, within seconds: ClosedRange<Double>, expected: String,
        path: any WritableKeyPath<PublishSection, Duration> & Sendable
    ) -> SectionKey<PublishSection> {
        SectionKey(name: name, expected: "a time from \(expected)", text: { $0[keyPath: path].setting }) {
            text, section in
            guard let time = Duration(setting: text, within: seconds) else { return false }
            section[keyPath: path] = time
            return true
        }
    }

    private static let rate = SectionKey<PublishSection>(
        name: "rate", expected: "a number of fixes a second from 0.1 to 10000, such as 10/s, or none",
        text: { section in
            let rate = section.rate ?? section.defaults.rate ?? .infinity
            return rate.isFinite ? "\(rate.setting)/s" : "none"
        }
    ) { text, section in
        let number = text == "none" ? .infinity : Double(text.hasSuffix("/s") ? String(text.dropLast(2)) : text)
        guard let number, number == .infinity || (0.1...10_000).contains(number) else { return false }
        section.rate = number
        return true
    }

    private static let rewind = SectionKey<PublishSection>(
        name: "rewind", expected: "a time from 0 to 1h, such as 60s",
        text: { ($0.rewind ?? $0.defaults.rewind).setting }
    ) { text, section in
        section.rewind = Duration(setting: text, within: 0...3600)
        return section.rewind != nil
    }

    private static let since = SectionKey<PublishSection>(
        name: "since", expected: "now, all, or a time in UTC such as 2026-11-01T00:00:00Z or 2026-11-01",
        text: { $0.since.setting }
    ) { text, section in
        guard let start = PublishStart(setting: text) else { return false }
        section.since = start
        return true
    }

    private static let staleAfter = SectionKey<PublishSection>(
        name: "stale-after", expected: "a time from 1min to 365d, such as 15min", text: { $0.staleAfter?.setting }
    ) { text, section in
        section.staleAfter = Duration(setting: text, within: 60...31_536_000)
        return section.staleAfter != nil
    }

    private static let send = SectionKey<PublishSection>(
        name: "send", expected: "all, a time such as 10s or 5min, a distance such as 50m, or both: 10s, 50m",
        text: { $0.selection.setting }
    ) { text, section in
        guard let selection = PublishSelection(setting: text) else { return false }
        section.selection = selection
        return true
    }

    private static let privacy = SectionKey<PublishSection>(
        name: "privacy", expected: "exact, zone, or rounded with 1m to 100km, such as rounded 500m",
        text: { ($0.privacy ?? $0.defaults.privacy).setting }
    ) { text, section in
        section.privacy = PublishPrivacy(setting: text)
        return section.privacy != nil
    }
}

extension SectionKey<PublishSection> {
    /// The same setting, which reads as unset where it has no effect.
    fileprivate var hiddenWithoutEffect: SectionKey {
        SectionKey(
            name: name, expected: expected, isSecret: isSecret, text: { $0.uses(name) ? text($0) : nil }, set: set)
    }
}

extension SettingKey {
    /// The heading of a destination, before its name.
    static let publishSection = "publish"

    /// The settings of a destination.
    static func publish(named name: String) -> [SettingKey] {
        PublishSection.keys.map { $0.setting(heading: publishSection, of: name, in: \.publishSections) }
    }

    /// The keys of a destination, also for tests of the manual and the example file.
    static let publishKeys = publish(named: "NAME")
}

extension String {
    /// True if it may be a level of an MQTT topic and the value of an HTTP header.
    fileprivate var isLevelOfTopic: Bool {
        isPrintableLine && utf8.count <= 64 && first != " " && last != " "
            && PrintableText.sanitized(self) == self && !contains { "/+#".contains($0) }
    }
}
