/// The address of a destination, valid by construction.
public enum PublishAddress: Hashable, Sendable, CustomStringConvertible {
    /// An address for HTTP requests, which may contain secrets.
    case http(WebhookAddress)
    /// A broker of MQTT, with TLS or without.
    case mqtt(HostPort, isEncrypted: Bool)
    /// An address to listen on for TCP.
    case tcp(ListenAddress)
    /// A receiver of UDP packets.
    case udp(HostPort)
    /// A Unix socket to listen on, by its full path.
    case unix(path: String)

    /// A host and a port.
    public struct HostPort: Hashable, Sendable, CustomStringConvertible {
        /// A host name, an IPv4 address, or an IPv6 address without brackets.
        public let host: String
        /// 1 to 65535.
        public let port: UInt16

        /// Parses `host`, `host:port`, `[::1]` or `[::1]:port`; nil for anything else, also with user information.
        init?(_ text: some StringProtocol, defaultPort: UInt16) {
            guard let address = GPSDAddress(String(text), defaultPort: defaultPort),
                address.host.utf8.allSatisfy({ $0.isHostNameByte || Array(".:%".utf8).contains($0) })
            else { return nil }
            (host, port) = (address.host, address.port)
        }

        /// The address as the configuration has it.
        public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// The maximum bytes of the path of a Unix socket, which the kernel stores with a zero byte behind it.
    static let maxPathBytes = 107

    /// Parses an address; nil if it is invalid.
    ///
    /// The default ports are those registered with IANA: 1883 and 8883 for MQTT, 10110 for NMEA 0183.
    public init?(_ text: String) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let rest = text.dropFirst(scheme.utf8.count)
        if scheme == "unix" {
            self.init(path: String(rest.dropFirst()))
            return
        }
        guard rest.hasPrefix("://") else { return nil }
        let place = rest.dropFirst(3)
        let address: PublishAddress? =
            switch scheme {
            case "http", "https": WebhookAddress(text).map { .http($0) }
            case "mqtt": HostPort(place.withoutSlash, defaultPort: 1883).map { .mqtt($0, isEncrypted: false) }
            case "mqtts": HostPort(place.withoutSlash, defaultPort: 8883).map { .mqtt($0, isEncrypted: true) }
            case "tcp": ListenAddress(String(place.withoutSlash), defaultPort: 10_110).map { .tcp($0) }
            case "udp": HostPort(place.withoutSlash, defaultPort: 10_110).map { .udp($0) }
            default: nil
            }
        guard let address else { return nil }
        self = address
    }

    private init?(path: String) {
        guard path.hasPrefix("/"), path.isPrintableLine, path.utf8.count <= Self.maxPathBytes, path.last != "/"
        else { return nil }
        self = .unix(path: path)
    }

    /// The scheme, such as `mqtts`, in lower case.
    public var scheme: String {
        switch self {
        case .http(let address): address.isEncrypted ? "https" : "http"
        case .mqtt(_, let isEncrypted): isEncrypted ? "mqtts" : "mqtt"
        case .tcp: "tcp"
        case .udp: "udp"
        case .unix: "unix"
        }
    }

    /// True if the connection uses TLS.
    public var isEncrypted: Bool { ["https", "mqtts"].contains(scheme) }

    /// The address as the configuration has it, for connections and not for messages.
    public var text: String {
        if case .http(let address) = self { address.text } else { description }
    }

    /// The address without what grants access, which may be shown.
    public var description: String {
        switch self {
        case .http(let address): HiddenAddress.text(address.text, keepsPath: false)
        case .mqtt(let place, _), .udp(let place): "\(scheme)://\(place)"
        case .tcp(let listen): "tcp://\(listen)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

extension Substring {
    /// The text without a slash at its end.
    fileprivate var withoutSlash: Substring { last == "/" ? dropLast() : self }
}
