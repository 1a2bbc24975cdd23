import JSON
import Location

extension HomeAssistantEncoder {
    /// Returns the discovery message of the device with all its entities.
    public func discovery() -> [UInt8] {
        JSONWriter.object { json in
            json.object("device") { json in
                json.strings("identifiers", [identifier])
                json.string("name", device)
                json.string("manufacturer", "WhereIsMy")
            }
            json.object("origin") { json in
                json.string("name", "WhereIsMy")
                json.string("sw_version", version)
            }
            json.string("availability_topic", availabilityTopic)
            json.integer("qos", 1)
            json.object("components") { json in
                json.object("position") { tracker(in: &$0) }
                for entity in HomeAssistantEntity.all { json.object(entity.key) { members(of: entity, in: &$0) } }
            }
        }
    }

    /// The tracker reads its attributes alone: `state_topic` of trackers ends with Home Assistant 2027.1.
    private func tracker(in json: inout JSONWriter) {
        json.word("platform", "device_tracker")
        json.string("unique_id", "\(identifier)_position")
        // Without its own name it has that of the device.
        json.null("name")
        json.string("json_attributes_topic", attributesTopic)
        json.word("source_type", "gps")
    }

    private func members(of entity: HomeAssistantEntity, in json: inout JSONWriter) {
        json.word("platform", entity.isBinary ? "binary_sensor" : "sensor")
        json.string("unique_id", "\(identifier)_\(entity.key)")
        json.string("name", entity.name)
        json.string("state_topic", attributesTopic)
        // `None` makes an entity unknown; without the default an absent value would be an error in the log.
        json.string("value_template", "{{ value_json.\(entity.attribute) | default(none) }}")
        json.word("device_class", entity.deviceClass)
        json.string("unit_of_measurement", entity.unit)
        json.word("state_class", entity.stateClass)
        if entity.isDiagnostic { json.word("entity_category", "diagnostic") }
        if !entity.options.isEmpty { json.strings("options", entity.options) }
        guard entity.isBinary else { return }
        json.word("payload_on", "True")
        json.word("payload_off", "False")
    }
}

/// A sensor or binary sensor of Home Assistant.
private struct HomeAssistantEntity {
    let key: String
    let name: String
    /// The member of the attributes.
    let attribute: String
    var isBinary = false
    var deviceClass: String?
    var unit: String?
    var stateClass: String?
    var isDiagnostic = false
    /// The possible values of an `enum`.
    var options: [String] = []

    static let all = [
        HomeAssistantEntity(
            key: "speed", name: "Speed", attribute: "speed", deviceClass: "speed", unit: "m/s",
            stateClass: "measurement"),
        HomeAssistantEntity(
            key: "accuracy", name: "Accuracy", attribute: "gps_accuracy", deviceClass: "distance", unit: "m",
            stateClass: "measurement", isDiagnostic: true),
        HomeAssistantEntity(
            key: "satellites", name: "Satellites", attribute: "satellites", stateClass: "measurement",
            isDiagnostic: true),
        HomeAssistantEntity(
            key: "altitude", name: "Altitude", attribute: "altitude", deviceClass: "distance", unit: "m",
            stateClass: "measurement"),
        HomeAssistantEntity(
            key: "odometer", name: "Odometer", attribute: "odometer", deviceClass: "distance", unit: "m",
            stateClass: "total_increasing"),
        HomeAssistantEntity(
            key: "last_fix", name: "Last fix", attribute: "last_fix", deviceClass: "timestamp", isDiagnostic: true),
        HomeAssistantEntity(
            key: "state", name: "State", attribute: "fix_state", deviceClass: "enum", isDiagnostic: true,
            options: TrackingState.allCases.map(\.rawValue) + [HomeAssistantEncoder.hiddenState]),
        HomeAssistantEntity(
            key: "moving", name: "Moving", attribute: "moving", isBinary: true, deviceClass: "moving"),
        HomeAssistantEntity(key: "live", name: "Live", attribute: "live", isBinary: true),
        HomeAssistantEntity(
            key: "contradicted", name: "Position contradicted", attribute: "contradicted", isBinary: true,
            deviceClass: "problem", isDiagnostic: true),
    ]
}
