import Places
import PlacesFiles

/// How the owner's places are.
struct OwnPlacesFacts: Hashable, Sendable {
    /// How the file is that commands write.
    enum Stored: Hashable, Sendable {
        /// So many places; none where there is no file.
        case places(Int)
        /// The caller may not read it.
        case denied
        /// What is wrong.
        case faulty(String)

        /// Reads a file.
        init(reading path: String) {
            do throws(PlaceFileError) { self = .places(try PlaceFile.read(path).places.count) } catch {
                self = .faulty("\(error)")
            }
        }
    }

    /// Those that commands have made.
    var stored = Stored.places(0)
    /// How many the configuration has, as far as their files can be read.
    var configured = 0
    /// What is wrong with files that the configuration names, a line each.
    var issues: [String] = []
    /// Such files that the caller may not read.
    var unreadable: [String] = []
}
