import CommandLine
import Configuration
import FleetCollector

extension FleetSettings {
    /// The issues of valid settings that contradict each other.
    static func conflicts(in loaded: LoadedSettings<FleetSettings>) -> [ConfigurationError.Issue] {
        let settings = loaded.settings
        let single = settings.brokerConflicts.map { ("mqtt", $0.key, $0.message) } + settings.httpConflicts
        return single.map { section, key, message in
            loaded.origin(of: SettingName(section: section, name: key)).issue("\(key): \(message)")
        } + loaded.sectionFaults(settings.webhooks)
    }

    /// The conflicts of [mqtt].
    private var brokerConflicts: [(key: String, message: String)] {
        let options = brokerOptions
        let isPlain = broker?.isEncrypted == false
        let withoutTLS = "has no effect without TLS; fix: use mqtts:// in broker"
        let faults = [
            ("password-file", options.passwordFile != nil && options.user == nil, "needs a user; fix: set user"),
            (
                "certificate-file", options.certificateFile != nil && options.keyFile == nil,
                "needs its key; fix: set key-file"
            ),
            (
                "key-file", options.keyFile != nil && options.certificateFile == nil,
                "needs its certificate; fix: set certificate-file"
            ),
            ("ca-file", options.authorityFile != nil && isPlain, withoutTLS),
            ("certificate-file", options.certificateFile != nil && isPlain, withoutTLS),
        ]
        return faults.filter(\.1).map { ($0.0, $0.2) }
    }

    /// The conflicts of [http] and [map].
    private var httpConflicts: [(section: String, key: String, message: String)] {
        let hasSocket = listen.contains { if case .unix = $0 { true } else { false } }
        let proxy = "the header would be trusted on every Unix socket; fix: remove unix: from listen"
        return (proxySocket != nil && hasSocket ? [("http", "proxy-socket", proxy)] : [])
            + (shared.map.issue.map { [("map", "attribution-link", $0)] } ?? [])
    }
}
