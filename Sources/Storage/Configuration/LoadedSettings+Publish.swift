import Basics
import Linux
import PublishFormats

extension LoadedSettings<Settings> {
    /// The issues of destinations whose settings are valid alone.
    var publishFaults: [ConfigurationError.Issue] {
        settings.publishSections.enumerated().flatMap { index, section in
            let fault = index == PublishSettings.maxCount ? tooMany(section) : incomplete(section)
            if let fault { return [fault] }
            return (withoutEffect(section) + contradictions(section).map { issue($0.key, of: section, $0.message) })
        }
    }

    /// Warnings about destinations to which a password or token is sent without encryption across the Internet.
    var publishWarnings: [ConfigurationError.Issue] {
        settings.publishSections.compactMap { section in
            guard let key = section.plainSecret else { return nil }
            let message = "is sent without encryption; fix: use \(section.to?.scheme ?? "")s in to"
            return issue(key, of: section, message)
        }
    }

    private func tooMany(_ section: PublishSection) -> ConfigurationError.Issue {
        let message = "more than \(PublishSettings.maxCount) destinations; fix: remove some"
        return origin(of: section.setKeys(in: self).first ?? "to", of: section).issue(message)
    }

    /// An issue: the address or the format is missing, or they do not fit.
    private func incomplete(_ section: PublishSection) -> ConfigurationError.Issue? {
        let reported = rejectedKeys(of: section)
        let first = origin(of: section.setKeys(in: self).first ?? "to", of: section)
        if section.to == nil, !reported.contains("to") {
            return first.issue("\(section.title) lacks to: it needs an address such as mqtts://broker.example.org")
        }
        if section.format == nil, !reported.contains("format") {
            let known = section.to.map { to in PublishFormat.allCases.filter { $0.permits(to) } } ?? []
            let names = (known.isEmpty ? PublishFormat.allCases : known).map(\.rawValue).joined(separator: ", ")
            return first.issue("\(section.title) lacks format: it needs one of \(names)")
        }
        guard let to = section.to, let format = section.format, !format.permits(to) else { return nil }
        let schemes = format.schemes.joined(separator: ", ")
        return issue(
            "format", of: section,
            "\(format.rawValue) does not work with an address of \(to.scheme); fix: use one of \(schemes)")
    }

    private func withoutEffect(_ section: PublishSection) -> [ConfigurationError.Issue] {
        section.setKeys(in: self).filter { !section.uses($0) }.map { key in
            let format = section.format?.rawValue ?? "", scheme = section.to?.scheme ?? ""
            return issue(key, of: section, "has no effect with format = \(format) by \(scheme); fix: remove it")
        }
    }

    private func contradictions(_ section: PublishSection) -> [(key: String, message: String)] {
        let name = section.name
        let pairs = [
            (
                "certificate-file", section.certificateFile != nil && section.keyFile == nil,
                "needs its key; fix: set key-file"
            ),
            (
                "key-file", section.keyFile != nil && section.certificateFile == nil,
                "needs its certificate; fix: set certificate-file"
            ),
            (
                "password-file", section.passwordFile != nil && section.user == nil && !section.hasImplicitUser,
                "needs a user; fix: set user"
            ),
            (
                "token-file", section.tokenFile != nil && section.passwordFile != nil,
                "is also set besides password-file; fix: remove one"
            ),
            (
                "device", section.format == .fleet && section.device.map { !$0.isFleetName } ?? false,
                "not a name in a fleet; fix: use letters, digits, dots, underscores and hyphens, a letter or digit first"
            ),
            (
                "retry-min", section.retryMin > section.retryMax,
                "\(section.retryMin.setting) is more than retry-max = \(section.retryMax.setting); fix: lower it"
            ),
            (
                "format", section.format == .webhook && settings.webhookSections.contains { $0.name == name },
                "webhook: there is a [\(WebhookSection.heading) \(name)]; fix: use another name"
            ),
        ]
        return pairs.filter(\.1).map { ($0.0, $0.2) }
    }

    private func issue(_ key: String, of section: PublishSection, _ message: String) -> ConfigurationError.Issue {
        origin(of: key, of: section).issue("\(key): \(message)")
    }

    private func origin(of key: String, of section: PublishSection) -> SettingOrigin {
        origin(of: section.settingName(key))
    }
}

extension PublishSection {
    /// True if the user is the device where none is set.
    fileprivate var hasImplicitUser: Bool {
        if case .mqtt = to { format == .fleet } else { false }
    }

    /// The settings that a file has, in the order of the manual.
    fileprivate func setKeys(in loaded: LoadedSettings<Settings>) -> [String] {
        Self.keys.map(\.name).filter { loaded.origins[settingName($0)] != nil }
    }

    /// The setting of a secret that is sent without encryption to a host that may be anywhere; nil if none is.
    fileprivate var plainSecret: String? {
        guard let to, !to.isEncrypted, let host = to.host, !host.isNearby else { return nil }
        if passwordFile != nil { return "password-file" }
        return tokenFile != nil ? "token-file" : nil
    }
}

extension String {
    /// True for a name that topics and paths of a fleet contain as it is (docs/fleet-protocol.md).
    fileprivate var isFleetName: Bool {
        let isAlphanumeric = { (byte: UInt8) in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        }
        return (1...64).contains(utf8.count) && utf8.first.map(isAlphanumeric) ?? false
            && utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
    }
}

extension PublishAddress {
    /// The host of an address to connect to, without port and brackets; nil for others.
    fileprivate var host: String? {
        switch self {
        case .http(let address): GPSDAddress(address.host)?.host
        case .mqtt(let place, _): place.host
        case .tcp, .udp, .unix: nil
        }
    }
}

extension String {
    /// True for the host of a loopback address or of a private network, also by a name that only such a network knows.
    fileprivate var isNearby: Bool {
        guard NumericAddress.bytes(self) == nil else {
            return NumericAddress.isLoopback(self) || NumericAddress.isPrivate(self)
                || NumericAddress.isRestricted(self)
        }
        let name = lowercased()
        return !name.contains(".") || [".local", ".lan", ".internal", ".home.arpa"].contains { name.hasSuffix($0) }
    }
}
