import Gazetteer
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

/// How the gazetteer is.
enum GazetteerFacts: Hashable, Sendable {
    /// There is none.
    case absent
    /// The caller may not read it.
    case denied
    /// An earlier version of the program has made it, and this one does not read it.
    case outdated
    /// So many places in so many sources.
    case good(places: Int64, sources: Int)
    /// What is wrong with the file.
    case faulty(String)
    /// Why it is not read, though nothing is wrong with the file.
    case unreadable(String)

    /// Reads a gazetteer, no more than its list of sources.
    init(reading path: String) {
        do {
            let sources = try GazetteerStore(path: path, access: .readOnly).sources()
            self = .good(places: Self.sum(sources), sources: sources.count)
        } catch let error as GazetteerError where error.isNotFound {
            self = .absent
        } catch let error as GazetteerError where error.isOlder {
            self = .outdated
        } catch let error as GazetteerError where error.isUnusableFile {
            self = .faulty("\(error)")
        } catch {
            self = .unreadable("\(error)")
        }
    }

    /// A file may claim any number.
    private static func sum(_ sources: [GazetteerSource]) -> Int64 {
        sources.reduce(0) { sum, source in
            let (more, isTooMuch) = sum.addingReportingOverflow(max(0, source.rows))
            return isTooMuch ? .max : more
        }
    }
}
