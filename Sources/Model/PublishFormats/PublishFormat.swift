import Privacy

/// The format of a destination: what a consumer reads.
public enum PublishFormat: String, CaseIterable, Hashable, Sendable {
    /// OwnTracks' JSON, by MQTT or HTTP: OwnTracks Recorder, Dawarich, Reitti, GeoPulse.
    case owntracks
    /// Overland's batches of GeoJSON by HTTP: Dawarich, Reitti, GeoPulse.
    case overland
    /// The JSON of Traccar's client by HTTP.
    case traccar
    /// Discovery, attributes and availability by MQTT for Home Assistant.
    case homeAssistant = "home-assistant"
    /// The protocol of a fleet's collectors, by MQTT or HTTP, which confirms what is in their database.
    case fleet
    /// NMEA 0183 for plotters and gpsd.
    case nmea
    /// NMEA 0183 in the dialect of GeoClue.
    case geoclue
    /// Events at places as signed HTTP requests.
    case webhook
}

/// The part of the positions that a destination receives.
public enum PublishPrivacy: Hashable, Sendable {
    /// Everything, also from inside a privacy zone.
    case exact
    /// Exact positions, and nothing from inside a privacy zone.
    case zone
    /// Positions rounded to cells of a number of metres, and nothing from inside a privacy zone.
    case rounded(metres: Double)

    /// The valid roundings in metres.
    public static let roundings = PublicView.precisions
    /// The rounding if none is given, in metres.
    public static let defaultRounding = 1000.0
}
