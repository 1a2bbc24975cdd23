import Basics
import Configuration
import FleetCollector

extension FleetKey {
    /// The settings of [database].
    static let database = [
        FleetKey(
            section: "database", name: "url",
            expected: "settings of libpq such as host=/run/postgresql dbname=whereismy, or postgresql://…",
            isSecret: true, text: { $0.collector.database }
        ) { text, settings in
            settings.collector.database = text
            return text.isPrintableLine && text.utf8.count <= 1000
        }
    ]

    /// The settings of [mqtt].
    static let mqtt = [
        FleetKey(
            section: "mqtt", name: "broker",
            expected: "a broker such as mqtt://localhost or mqtts://broker.example.org, or none",
            text: { $0.broker?.description ?? "none" }
        ) { text, settings in
            settings.broker = text == "none" ? nil : PublishAddress(text)
            guard text != "none" else { return true }
            if case .mqtt = settings.broker { return true }
            return false
        },
        FleetKey(
            section: "mqtt", name: "user", expected: "a user name of up to 64 bytes, such as fleet-collector",
            text: { $0.brokerOptions.user }
        ) { text, settings in
            settings.brokerOptions.user = text
            return text.isPrintableLine && text.utf8.count <= 64
        },
        file(
            section: "mqtt", name: "password-file", example: "/etc/whereismy/fleet-broker.password",
            path: \.brokerOptions.passwordFile),
        file(
            section: "mqtt", name: "ca-file", example: "/etc/whereismy/broker-ca.pem",
            path: \.brokerOptions.authorityFile),
        file(
            section: "mqtt", name: "certificate-file", example: "/etc/whereismy/fleet.pem",
            path: \.brokerOptions.certificateFile),
        file(section: "mqtt", name: "key-file", example: "/etc/whereismy/fleet.key", path: \.brokerOptions.keyFile),
        flag(section: "mqtt", name: "owntracks", path: \.brokerOptions.takesOwnTracks),
    ]

    /// The settings of [http].
    static let http: [FleetKey] =
        [listen, publicAddress, proxySocket, proxyHeader]
        + SettingKey.http.filter { ["names", "connections", "connections-per-address"].contains($0.name) }
        .map { FleetKey($0) }

    private static let listen = FleetKey(
        section: "http", name: "listen",
        expected: "addresses such as localhost:8948, [::1]:8948 or unix:/run/whereismy-fleet/http.sock, separated by "
            + "commas, or none",
        text: { $0.listen.isEmpty ? "none" : $0.listen.map(\.text).joined(separator: ", ") }
    ) { text, settings in
        let listeners = text == "none" ? [] : text.commaSeparated.map { FleetListener($0) }
        settings.listen = listeners.compactMap(\.self)
        return !listeners.contains(nil) && listeners.count <= 16 && Set(settings.listen).count == listeners.count
    }

    private static let publicAddress = FleetKey(
        section: "http", name: "public-address",
        expected: "an http or https address such as https://fleet.example.org or https://example.org/fleet",
        text: { $0.publicAddress }
    ) { text, settings in
        settings.publicAddress = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard WebhookAddress(text) != nil else { return false }
        return !text.contains("@") && !text.contains("?")
    }

    private static let proxySocket = FleetKey(
        section: "http", name: "proxy-socket",
        expected: "a Unix socket by its full path, such as /run/whereismy-fleet/proxy.sock",
        text: { $0.proxySocket }
    ) { text, settings in
        settings.proxySocket = text
        if case .unix = PublishAddress("unix:\(text)") { return true }
        return false
    }

    private static let proxyHeader = FleetKey(
        section: "http", name: "proxy-header", expected: "the name of a header, such as X-Forwarded-User",
        text: { $0.proxyHeader }
    ) { text, settings in
        settings.proxyHeader = text
        return (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
            }
    }

    /// The settings of [map], as the daemon's.
    static let map = SettingKey.map.map { FleetKey($0) }

    /// The settings of [limits].
    static let limits = [
        number(
            section: "limits", name: "waiting-bytes", within: 1_000_000...1_000_000_000,
            path: \.collector.maxWaitingBytes),
        number(section: "limits", name: "commit-fixes", within: 1...100_000, path: \.collector.maxFixesPerCommit),
        time(
            section: "limits", name: "commit-delay", within: 0.001...1, expected: "1ms to 1s, such as 50ms",
            path: \.collector.commitDelay),
        number(section: "limits", name: "readers", within: 1...64, path: \.readers),
    ]
}

extension FleetKey {
    /// The settings of a webhook.
    static func webhook(named name: String) -> [FleetKey] {
        [
            address(of: name, name: "url", expected: "an http or https address", path: \.address),
            file(of: name, name: "secret-file", example: "/etc/whereismy/fleet-webhook.secret", path: \.secretFile),
            events(of: name), devices(of: name),
            file(of: name, name: "ca-file", example: "/etc/whereismy/webhook-ca.pem", path: \.authorityFile),
            address(of: name, name: "proxy", expected: "an http or https address", path: \.proxy),
        ]
    }

    private static func key(
        of webhook: String, name: String, expected: String, isSecret: Bool = false,
        text: @escaping @Sendable (WebhookDraft) -> String?,
        apply: @escaping @Sendable (String, inout WebhookDraft) -> Bool
    ) -> FleetKey {
        FleetKey(
            section: "\(webhookHeading) \(webhook)", name: name, expected: expected, isSecret: isSecret,
            text: { $0.webhooks.first { $0.name == webhook }.flatMap(text) }
        ) { value, settings in
            if !settings.webhooks.contains(where: { $0.name == webhook }) {
                settings.webhooks.append(WebhookDraft(name: webhook))
            }
            guard let index = settings.webhooks.firstIndex(where: { $0.name == webhook }) else { return false }
            return apply(value, &settings.webhooks[index])
        }
    }

    private static func address(
        of webhook: String, name: String, expected: String,
        path: any WritableKeyPath<WebhookDraft, WebhookAddress?> & Sendable
    ) -> FleetKey {
        key(of: webhook, name: name, expected: expected, isSecret: true, text: { $0[keyPath: path]?.text }) {
            $1[keyPath: path] = WebhookAddress($0)
            return $1[keyPath: path] != nil
        }
    }

    private static func file(
        of webhook: String, name: String, example: String,
        path: any WritableKeyPath<WebhookDraft, String?> & Sendable
    ) -> FleetKey {
        key(
            of: webhook, name: name, expected: "a file by its full path, such as \(example)",
            text: { $0[keyPath: path] }
        ) {
            $1[keyPath: path] = $0
            return $0.isPrintableLine && $0.hasPrefix("/")
        }
    }

    private static func events(of webhook: String) -> FleetKey {
        let names = FleetWebhook.Event.allCases.map(\.rawValue)
        return key(
            of: webhook, name: "events",
            expected: "all, or some of \(names.joined(separator: ", ")), separated by commas",
            text: { draft in
                let chosen = FleetWebhook.Event.allCases.filter(draft.events.contains)
                return chosen.count == names.count ? "all" : chosen.map(\.rawValue).joined(separator: ", ")
            }
        ) { text, draft in
            let items = text == "all" ? names : text.commaSeparated
            draft.events = Set(items.compactMap { FleetWebhook.Event(rawValue: $0) })
            return draft.events.count == items.count
        }
    }

    private static func devices(of webhook: String) -> FleetKey {
        key(
            of: webhook, name: "devices", expected: "all, or names of devices separated by commas",
            text: { $0.devices.map { $0.sorted().joined(separator: ", ") } ?? "all" }
        ) { text, draft in
            draft.devices = text == "all" ? nil : Set(text.commaSeparated)
            return text.isPrintableLine
        }
    }
}
