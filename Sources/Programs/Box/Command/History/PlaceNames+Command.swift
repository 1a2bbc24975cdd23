import Basics
import CommandLine
import Configuration
import Gazetteer
import Location
import Pages
import Queries

extension PlaceNames {
    /// The names of the owner's places and of the gazetteer, as far as they can be read.
    init(_ options: ParsedOptions, in context: Context) {
        let settings = try? context.settings(options)
        let own = settings.flatMap { try? OwnPlaces.read($0) } ?? []
        let gazetteer = settings.flatMap { try? GazetteerStore(path: $0.gazetteerFile, access: .readOnly) }
        self.init(own: own.map(\.place), gazetteer: gazetteer)
    }
}

extension PlaceNames.Name {
    /// Returns the name in a sentence, such as `Home`, `near Melbourne` and, from 11 km on, `67 km west of Geelong`, without
    /// control characters; as the live page has it.
    func phrase(_ units: UnitSystem) -> String {
        guard let distance else { return PrintableText.sanitized(text) }
        guard distance >= PlacesSettings.tenthOfDegree else { return "near \(PrintableText.sanitized(text))" }
        return PlaceText.nearest(NearbyPlace(name: text, distance: distance, bearing: bearing), units)
    }
}
