public import Linux

/// A broker and how to connect to it.
public struct MQTTSettings: Hashable, Sendable {
    /// The name or the numeric address of the broker.
    public var host: String
    /// The TCP port: usually 1883, or 8883 with TLS.
    public var port: UInt16
    /// The client identifier; the broker permits one connection for each.
    public var clientID: String
    /// The user name; nil for none.
    public var user: String?
    /// The password; nil for none.
    public var password: String?
    /// The certificates of TLS; nil for an unencrypted connection.
    public var tls: MQTTSecurity?
    /// The message that the broker publishes when the connection is lost; nil for none.
    public var will: MQTTMessage?
    /// The longest silence before a ping, in whole seconds from 5 to 65,535; the broker may shorten it.
    public var keepAlive: Duration = .seconds(60)
    /// The maximum time from the start of an attempt to the broker's reply; a name server may add to it.
    public var connectTimeout: Duration = .seconds(30)
    /// The maximum time without an acknowledgement while one is due, after which the connection counts as lost.
    public var acknowledgementTimeout: Duration = .seconds(60)

    /// The note of a crash of the client's thread; nil for none.
    ///
    /// libmosquitto 2.0.11 ends the process by an assertion if a packet has a property of an unknown kind.
    public var crashNote: CrashNote?

    /// The largest packet that the broker is asked to send, in bytes.
    public var maxPacketSize = 65_536
    /// The size in bytes of received messages from which on the socket is not read until the owner has taken them.
    public var maxWaitingSize = 1_048_576

    /// Creates the settings of an anonymous, unencrypted connection.
    public init(host: String, port: UInt16 = 1883, clientID: String) {
        self.host = host
        self.port = port
        self.clientID = clientID
    }

    /// The keepalive as libmosquitto accepts it: whole seconds from 5 to 65,535.
    var permittedKeepAlive: Duration { .seconds(min(max(5, keepAlive.components.seconds), 65_535)) }

    /// The broker's name in messages.
    var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The certificates of a TLS connection: version 1.2 or later, with the broker's name checked.
public struct MQTTSecurity: Hashable, Sendable {
    /// A file of trusted root certificates (PEM); nil for those of the system.
    public var authorityFile: String?
    /// The file of this client's certificate (PEM); nil for none, otherwise with ``keyFile``.
    public var certificateFile: String?
    /// The file of its private key (PEM, not encrypted).
    public var keyFile: String?

    /// Creates the settings; without arguments they trust the system's authorities.
    public init(authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}

/// The quality of service of a message: what the broker is asked to do for its delivery.
public enum MQTTQoS: Int32, Sendable {
    /// The message is sent once, is not acknowledged, and may be lost.
    case atMostOnce = 0
    /// The message is acknowledged.
    case atLeastOnce = 1
}

/// A message to or from a broker.
public struct MQTTMessage: Hashable, Sendable {
    /// The topic, without wildcards.
    public var topic: String
    /// The content.
    public var payload: [UInt8]
    /// True if the broker is to keep it for later subscribers, or had kept it for this one.
    public var isRetained: Bool
    /// The quality of service.
    public var qos = MQTTQoS.atLeastOnce
    /// The topic for a response; nil for none.
    public var responseTopic: String?
    /// The data by which the requester recognises the response, at most 65,535 bytes; empty for none.
    public var correlation: [UInt8] = []

    /// Creates a message.
    public init(topic: String, payload: [UInt8], isRetained: Bool = false) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }

    /// The approximate number of bytes in memory.
    var size: Int { 256 + topic.utf8.count + payload.count + (responseTopic?.utf8.count ?? 0) + correlation.count }
}
