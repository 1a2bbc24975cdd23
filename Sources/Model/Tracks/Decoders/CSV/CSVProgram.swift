/// A program in whose CSV the header does not name the unit of the speed, which is not metres per second.
///
/// It is recognised by the names of columns that it has and others have not.
enum CSVProgram: CaseIterable, Sendable {
    case geoPulse, columbus, openBikeSensor, traccar

    /// Finds the program that wrote a header; nil if it is none of these.
    init?(headers: [String]) {
        let names = Set(headers.map(CSVField.name))
        guard let program = Self.allCases.first(where: { names.isSuperset(of: $0.names) }) else { return nil }
        self = program
    }

    /// The names without blanks, hyphens and underscores.
    private var names: Set<String> {
        switch self {
        case .geoPulse: ["velocity", "battery", "deviceid", "sourcetype"]
        case .columbus: ["index", "tag", "latituden/s", "longitudee/w", "speed"]
        case .openBikeSensor: ["millis", "comment", "speed", "left", "right"]
        case .traccar: ["deviceid", "protocol", "servertime", "fixtime", "speed"]
        }
    }

    /// The assumption about the points with a speed.
    var assumption: TrackAssumption {
        switch self {
        case .geoPulse: .speedOfGeoPulse
        case .columbus: .speedOfColumbus
        case .openBikeSensor: .speedOfOpenBikeSensor
        case .traccar: .speedOfTraccar
        }
    }

    /// A column of speeds without a unit.
    var speed: CSVField {
        CSVField(.speed, scale: self == .traccar ? CSVField.knot : CSVField.kilometrePerHour)
    }
}
