/// A packet of MQTT 5, as far as a ``FakeMQTTBroker`` needs it.
struct MQTTPacket {
    enum Kind: UInt8 {
        case connect = 1, connack, publish, puback, pubrec, pubrel, pubcomp, subscribe, suback, unsubscribe, unsuback
        case pingreq, pingresp, disconnect, auth
    }

    let kind: Kind
    let flags: UInt8
    let body: [UInt8]

    /// Takes the first packet off the input; nil if it is not complete.
    init?(removingFrom input: inout [UInt8]) {
        var rest = input.dropFirst()
        guard let first = input.first, let kind = Kind(rawValue: first >> 4),
            let length = Self.variableNumber(&rest), rest.count >= length
        else { return nil }
        self.kind = kind
        flags = first & 0x0F
        body = Array(rest.prefix(length))
        input.removeFirst(rest.startIndex + length - input.startIndex)
    }

    // MARK: fields

    /// Takes a number of variable length off; nil if it is not complete.
    private static func variableNumber(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        var value = 0
        var shift = 0
        while let byte = bytes.popFirst() {
            value += Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return value }
        }
        return nil
    }

    static func byte(_ bytes: inout ArraySlice<UInt8>) -> UInt8 { bytes.popFirst() ?? 0 }

    static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt16 {
        UInt16(byte(&bytes)) << 8 | UInt16(byte(&bytes))
    }

    static func binary(_ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
        let length = Int(number(&bytes))
        let part = bytes.prefix(length)
        bytes.removeFirst(part.count)
        return Array(part)
    }

    static func text(_ bytes: inout ArraySlice<UInt8>) -> String { String(decoding: binary(&bytes), as: UTF8.self) }

    static func skipProperties(_ bytes: inout ArraySlice<UInt8>) {
        let length = variableNumber(&bytes) ?? 0
        bytes = bytes.dropFirst(length)
    }

    // MARK: packets

    static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    static func bytes(_ kind: Kind, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var rest = body.count
        repeat {
            length.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return [kind.rawValue << 4 | flags] + length + body
    }

    static func connack(code: UInt8, receiveMaximum: UInt16) -> [UInt8] {
        // The property Receive Maximum is 0x21.
        bytes(.connack, [0, code, 3, 0x21] + bytes(receiveMaximum))
    }

    static func publish(topic: String, payload: [UInt8], isRetained: Bool) -> [UInt8] {
        let topic = Array(topic.utf8)
        let head = bytes(UInt16(topic.count)) + topic + bytes(1) + [0]
        return bytes(.publish, flags: isRetained ? 3 : 2, head + payload)
    }
}

/// A client's CONNECT.
public struct MQTTConnectPacket: Hashable, Sendable {
    /// The version of the protocol: 5 for MQTT 5.
    public let version: UInt8
    /// The client identifier.
    public let clientID: String
    /// The user name; nil for none.
    public let user: String?
    /// The password; nil for none.
    public let password: [UInt8]?
    /// The topic of the will; nil for none.
    public let willTopic: String?
    /// The content of the will.
    public let willPayload: [UInt8]
    /// The keepalive in seconds.
    public let keepAlive: UInt16

    init(_ packet: MQTTPacket) {
        var body = packet.body[...]
        _ = MQTTPacket.text(&body)
        version = MQTTPacket.byte(&body)
        let flags = MQTTPacket.byte(&body)
        keepAlive = MQTTPacket.number(&body)
        MQTTPacket.skipProperties(&body)
        clientID = MQTTPacket.text(&body)
        let hasWill = flags & 0x04 != 0
        if hasWill { MQTTPacket.skipProperties(&body) }
        willTopic = hasWill ? MQTTPacket.text(&body) : nil
        willPayload = hasWill ? MQTTPacket.binary(&body) : []
        user = flags & 0x80 != 0 ? MQTTPacket.text(&body) : nil
        password = flags & 0x40 != 0 ? MQTTPacket.binary(&body) : nil
    }
}

/// A client's PUBLISH.
public struct MQTTPublishPacket: Hashable, Sendable {
    /// The topic.
    public let topic: String
    /// The content.
    public let payload: [UInt8]
    /// True if the broker is to retain it.
    public let isRetained: Bool
    /// The packet's identifier; nil for QoS 0.
    public let identifier: UInt16?

    init(_ packet: MQTTPacket) {
        var body = packet.body[...]
        isRetained = packet.flags & 1 != 0
        topic = MQTTPacket.text(&body)
        identifier = packet.flags & 6 != 0 ? MQTTPacket.number(&body) : nil
        MQTTPacket.skipProperties(&body)
        payload = Array(body)
    }
}
