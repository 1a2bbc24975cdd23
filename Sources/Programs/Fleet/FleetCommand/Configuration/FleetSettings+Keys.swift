import CommandLine
import Configuration
import FleetCollector

extension FleetSettings {
    static let fileName = "fleet.conf"

    static let keys: [SettingKey<FleetSettings>] = [
        database, mqtt, http, SettingKey<Settings>.map.map { $0.inside(\.shared) }, limits,
    ].flatMap(\.self)

    static let namedSections = [
        NamedSections(at: \FleetSettings.webhooks, hint: WebhookDraft.heading) {
            name, section throws(UnknownSettingError) in
            // libinih silently truncates a heading of 50 bytes.
            guard !name.isEmpty, !name.contains(" "), name.utf8.count <= 35 else {
                throw UnknownSettingError("[\(section)] needs one name, such as [webhook alerts]")
            }
            return name
        }
    ]

    /// The settings of [database].
    private static let database: [SettingKey<FleetSettings>] = [
        SettingKey(
            "url", in: "database", at: \.collector.database,
            as: .text(
                "settings of libpq such as host=/run/postgresql dbname=whereismy, or postgresql://…", isSecret: true
            ) { $0.isPrintableLine && $0.utf8.count <= 1000 })
    ]

    /// The settings of [mqtt].
    private static let mqtt: [SettingKey<FleetSettings>] = [
        SettingKey("broker", in: "mqtt", at: \.broker, as: brokerSyntax.orNone()),
        SettingKey(
            "user", in: "mqtt", at: \.brokerOptions.user,
            as: .text("a user name of up to 64 bytes, such as fleet-collector") {
                $0.isPrintableLine && $0.utf8.count <= 64
            }),
        SettingKey(
            "password-file", in: "mqtt", at: \.brokerOptions.passwordFile,
            as: .file(example: "/etc/whereismy/fleet-broker.password")),
        SettingKey(
            "ca-file", in: "mqtt", at: \.brokerOptions.authorityFile, as: .file(example: "/etc/whereismy/broker-ca.pem")
        ),
        SettingKey(
            "certificate-file", in: "mqtt", at: \.brokerOptions.certificateFile,
            as: .file(example: "/etc/whereismy/fleet.pem")),
        SettingKey("key-file", in: "mqtt", at: \.brokerOptions.keyFile, as: .file(example: "/etc/whereismy/fleet.key")),
        SettingKey("owntracks", in: "mqtt", at: \.brokerOptions.takesOwnTracks, as: .flag),
    ]

    private static let brokerSyntax = ValueSyntax<PublishAddress>(
        "a broker such as mqtt://localhost or mqtts://broker.example.org, or none",
        parse: { text in
            guard case .mqtt(let place, let isEncrypted) = PublishAddress(text) else { return nil }
            return .mqtt(place, isEncrypted: isEncrypted)
        })

    /// The settings of [http]; some are those of the daemon.
    private static let http: [SettingKey<FleetSettings>] =
        [
            SettingKey("listen", in: "http", at: \.listen, as: listenSyntax),
            SettingKey("public-address", in: "http", at: \.publicAddress, as: publicAddressSyntax),
            SettingKey(
                "proxy-socket", in: "http", at: \.proxySocket,
                as: .text("a Unix socket by its full path, such as /run/whereismy-fleet/proxy.sock") { text in
                    if case .unix = PublishAddress("unix:\(text)") { true } else { false }
                }),
            SettingKey(
                "proxy-header", in: "http", at: \.proxyHeader,
                as: .text("the name of a header, such as X-Forwarded-User", where: \.isHeaderName)),
        ]
        + SettingKey<Settings>.http.filter { ["names", "connections", "connections-per-address"].contains($0.name) }
        .map { $0.inside(\.shared) }

    private static let listenSyntax = ValueSyntax<[FleetListener]>.addresses(
        "addresses such as localhost:8948, [::1]:8948 or unix:/run/whereismy-fleet/http.sock, separated by "
            + "commas, or none",
        text: \.text, parse: { FleetListener($0) })

    private static let publicAddressSyntax = ValueSyntax<String>(
        "an http or https address such as https://fleet.example.org or https://example.org/fleet",
        parse: { text in
            guard WebhookAddress(text) != nil, !text.contains("@"), !text.contains("?") else { return nil }
            return text.hasSuffix("/") ? String(text.dropLast()) : text
        })

    /// The settings of [limits].
    private static let limits: [SettingKey<FleetSettings>] = [
        SettingKey(
            "waiting-bytes", in: "limits", at: \.collector.maxWaitingBytes,
            as: .number(within: 1_000_000...1_000_000_000)),
        SettingKey(
            "commit-fixes", in: "limits", at: \.collector.maxFixesPerCommit, as: .number(within: 1...100_000)),
        SettingKey(
            "commit-delay", in: "limits", at: \.collector.commitDelay,
            as: .time("a time from 1ms to 1s, such as 50ms", within: 0.001...1)),
        SettingKey("readers", in: "limits", at: \.readers, as: .number(within: 1...64)),
    ]
}

extension WebhookDraft {
    static let heading = "webhook"

    static let keys: [SettingKey<WebhookDraft>] = [
        SettingKey("url", at: \.address, as: .address("an http or https address")),
        SettingKey("secret-file", at: \.secretFile, as: .file(example: "/etc/whereismy/fleet-webhook.secret")),
        SettingKey("events", at: \.events, as: .events()),
        SettingKey("devices", at: \.devices, as: names.orNone("all")),
        SettingKey("ca-file", at: \.authorityFile, as: .file(example: "/etc/whereismy/webhook-ca.pem")),
        SettingKey("proxy", at: \.proxy, as: .address("an http or https address")),
    ]

    private static let names = ValueSyntax<Set<String>>(
        "all, or names of devices separated by commas", text: { $0.sorted().joined(separator: ", ") },
        parse: { $0.isPrintableLine ? Set($0.commaSeparated) : nil })

    init(name: String) {
        self.init(name: name, address: nil)
    }

    func issue(except reported: Set<String>) -> String? {
        guard address == nil, !reported.contains("url") else { return nil }
        return "\(title) lacks url: it needs an http or https address"
    }
}

extension String {
    /// True for a name of letters, digits and hyphens.
    fileprivate var isHeaderName: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
            }
    }
}
