import Gazetteer
import Places
import Queries

/// The names of positions in responses.
struct NameSource: Sendable {
    /// The path of the gazetteer; nil for none.
    let gazetteerFile: String?
    /// Returns the owner's places.
    let places: @Sendable () -> [Place]

    /// Opens the gazetteer and returns the names of this moment; waits for the disk.
    func names() -> PlaceNames {
        let gazetteer = gazetteerFile.flatMap { try? GazetteerStore(path: $0, access: .readOnly) }
        return PlaceNames(own: places(), gazetteer: gazetteer)
    }
}
