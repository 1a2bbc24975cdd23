import CMosquitto
import Glibc

/// The properties of a packet.
enum MQTTProperties {
    /// Returns a property of 16 bits; nil if it is absent.
    static func number(_ identifier: mqtt5_property, in list: OpaquePointer?) -> UInt16? {
        var value: UInt16 = 0
        // The library writes one value.
        let found = unsafe mosquitto_property_read_int16(list, Int32(identifier.rawValue), &value, false)
        return unsafe found == nil ? nil : value
    }

    /// Returns a text; nil if it is absent.
    static func text(_ identifier: mqtt5_property, in list: OpaquePointer?) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        // The library makes a copy with a null character, which is freed here.
        unsafe mosquitto_property_read_string(list, Int32(identifier.rawValue), &value, false)
        defer { unsafe free(value) }
        return unsafe value.map { unsafe String(cString: $0) }
    }

    /// Returns binary data; empty if it is absent.
    static func bytes(_ identifier: mqtt5_property, in list: OpaquePointer?) -> [UInt8] {
        var value: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        // The library makes a copy of that many bytes, which is freed here.
        unsafe mosquitto_property_read_binary(list, Int32(identifier.rawValue), &value, &count, false)
        defer { unsafe free(value) }
        return unsafe Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : Int(count)))
    }

    /// Returns the list of a message, which the caller frees; nil if it has no properties.
    static func list(of message: MQTTMessage) -> OpaquePointer? {
        var list: OpaquePointer?
        if let topic = message.responseTopic {
            // The library copies the text into the list.
            unsafe mosquitto_property_add_string(&list, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), topic)
        }
        if !message.correlation.isEmpty {
            let identifier = Int32(MQTT_PROP_CORRELATION_DATA.rawValue)
            // The library copies at most that many bytes into the list.
            unsafe mosquitto_property_add_binary(
                &list, identifier, message.correlation, UInt16(clamping: message.correlation.count))
        }
        return unsafe list
    }
}

extension MQTTMessage {
    /// Copies a message that the library lends; nil without a topic.
    init?(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        guard let topic = unsafe message.topic else { return nil }
        // The library states how many bytes there are.
        let payload = unsafe UnsafeRawBufferPointer(start: message.payload, count: Int(max(0, message.payloadlen)))
        unsafe self.init(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain)
        qos = unsafe message.qos == 0 ? .atMostOnce : .atLeastOnce
        guard unsafe properties != nil else { return }
        responseTopic = unsafe MQTTProperties.text(MQTT_PROP_RESPONSE_TOPIC, in: properties)
        correlation = unsafe MQTTProperties.bytes(MQTT_PROP_CORRELATION_DATA, in: properties)
    }
}
