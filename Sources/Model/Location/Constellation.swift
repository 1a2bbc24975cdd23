/// Whose satellites they are.
public enum Constellation: String, CaseIterable, Sendable {
    /// That of the United States.
    case gps
    /// Satellites that tell corrections, such as EGNOS and WAAS.
    case sbas
    /// That of the European Union.
    case galileo
    /// That of China.
    case beidou
    /// That of Japan.
    case qzss
    /// That of Russia.
    case glonass
    /// That of India.
    case navic
    /// The receiver has not said whose.
    case unknown
}
