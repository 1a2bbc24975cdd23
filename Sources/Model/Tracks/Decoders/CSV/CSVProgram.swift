/// A program in whose CSV the header does not name the unit of the speed, which is not metres per second.
///
/// It is recognised by the names of columns that it has and others have not.
enum CSVProgram: CaseIterable, Sendable {
    case geoPulse, columbus, openBikeSensor, traccar, qstarz

    /// Finds the program that wrote a header; nil if it is none of these.
    init?(headers: [String]) {
        let names = Set(headers.map(CSVField.name))
        let program = Self.allCases.first { $0.signatures.contains(where: names.isSuperset) }
        guard let program else { return nil }
        self = program
    }

    /// The names without blanks, hyphens and underscores, in each of the program's layouts.
    private var signatures: [[String]] {
        switch self {
        case .geoPulse: [["velocity", "battery", "deviceid", "sourcetype"]]
        case .columbus:
            [
                ["index", "tag", "latituden/s", "longitudee/w", "speed"],
                ["index", "tag", "height", "heading", "speed"],
            ]
        case .openBikeSensor: [["millis", "comment", "speed", "left", "right"]]
        // The positions of its API, and its report of a route.
        case .traccar: [["fixtime", "valid", "speed"], ["valid", "time", "address", "attributes", "speed"]]
        case .qstarz: [["index", "rcr", "valid", "speed"]]
        }
    }

    /// The assumption about the points with a speed.
    var assumption: TrackAssumption {
        switch self {
        case .geoPulse: .speedOfGeoPulse
        case .columbus: .speedOfColumbus
        case .openBikeSensor: .speedOfOpenBikeSensor
        case .traccar: .speedOfTraccar
        case .qstarz: .speedOfQstarz
        }
    }

    /// A column of speeds without a unit.
    var speed: CSVField {
        CSVField(.speed, scale: self == .traccar ? CSVUnit.knot : CSVUnit.kilometrePerHour)
    }
}
