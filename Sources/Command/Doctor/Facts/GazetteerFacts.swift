import Gazetteer

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
    /// What is wrong.
    case faulty(String)

    /// Reads a gazetteer, no more than its list of sources.
    init(reading path: String) {
        do {
            let sources = try GazetteerStore(path: path, access: .readOnly).sources()
            self = .good(places: sources.reduce(0) { $0 + $1.rows }, sources: sources.count)
        } catch GazetteerError.absent {
            self = .absent
        } catch GazetteerError.older {
            self = .outdated
        } catch {
            self = .faulty("\(error)")
        }
    }
}
