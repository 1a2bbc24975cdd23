import Gazetteer
import Places
import PlacesFiles

struct OwnPlacesFacts: Hashable, Sendable {
    /// The state of the file that commands write.
    enum Stored: Hashable, Sendable {
        /// The number of places; none without a file.
        case places(Int)
        /// The caller may not read it.
        case denied
        case faulty(String)

        init(reading path: String) {
            do throws(PlaceFileError) { self = .places(try PlaceFile.read(path).places.count) } catch {
                self = .faulty("\(error)")
            }
        }
    }

    /// The places added by commands.
    var stored = Stored.places(0)
    /// The number of places in the configuration whose files can be read.
    var configured = 0
    /// The issues with files that the configuration names, one line each.
    var issues: [String] = []
    /// The files that the caller may not read.
    var unreadable: [String] = []
}

enum GazetteerFacts: Hashable, Sendable {
    case absent
    /// The caller may not read it.
    case denied
    /// An earlier version of the program wrote it, which this one does not read.
    case outdated
    case good(places: Int64, sources: Int)
    case faulty(String)
    /// The reason why a file without a fault is not read.
    case unreadable(String)

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

    /// The sum without overflow, since a file may claim any number.
    private static func sum(_ sources: [GazetteerSource]) -> Int64 {
        sources.reduce(0) { sum, source in
            let (more, isTooMuch) = sum.addingReportingOverflow(max(0, source.rows))
            return isTooMuch ? .max : more
        }
    }
}
