import Gazetteer
import Places
import Queries

struct NameSource: Sendable {
    /// The path of the gazetteer; nil for none.
    let gazetteerFile: String?
    let places: @Sendable () -> [Place]

    /// Opens the gazetteer and returns the names of this moment; waits for the disk.
    func names() -> PlaceNames {
        let gazetteer = gazetteerFile.flatMap { try? GazetteerStore(path: $0, access: .readOnly) }
        return PlaceNames(own: places(), gazetteer: gazetteer)
    }
}
