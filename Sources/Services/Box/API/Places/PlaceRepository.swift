import Linux
public import Places
import PlacesFiles
import Synchronization

/// The thread-safe collection of the owner's places, with the file of those added at run time.
///
/// Changes are on the disk when a call returns. An unreadable file is never overwritten. A configured place hides a
/// place of the file with the same name.
public final class PlaceRepository: Sendable {
    private struct State {
        /// The places of the file.
        var collection = PlaceCollection()
        var configured: [Place]
        /// True if all files of the configuration could be read.
        var isConfigurationComplete: Bool
        /// The reason why the file is unusable; nil if it is usable.
        var loadError: String?
    }

    /// A place and its origin.
    public struct Entry: Hashable, Sendable {
        /// The place.
        public let place: Place
        /// True for a place of the configuration, which cannot be changed here.
        public let isConfigured: Bool
    }

    private let state: Mutex<State>
    private let file: String
    private let onChange: @Sendable ([Place], _ areAll: Bool) -> Void

    /// Loads the file, which need not exist.
    ///
    /// - Parameters:
    ///   - file: the path of the added places.
    ///   - configured: the places of the configuration.
    ///   - isConfigurationComplete: true if all files of the configuration could be read.
    ///   - onChange: called with all places after each change, and with false if some are unreadable, in order; it must
    ///     not call this object.
    public init(
        file: String, configured: [Place], isConfigurationComplete: Bool = true,
        onChange: @escaping @Sendable ([Place], _ areAll: Bool) -> Void
    ) {
        self.file = file
        self.onChange = onChange
        var state = State(configured: configured, isConfigurationComplete: isConfigurationComplete)
        Self.read(file, into: &state)
        self.state = Mutex(state)
    }

    /// The reason why the file is unusable, on one line; nil if it is usable.
    public var loadError: String? { state.withLock { $0.loadError } }

    /// True if every file of places could be read.
    public var isComplete: Bool { state.withLock { Self.isComplete($0) } }

    /// All places with their origin, sorted by name.
    public var entries: [Entry] { state.withLock { Self.entries($0) } }

    /// All places, sorted by name.
    public var places: [Place] { entries.map(\.place) }

    /// Returns the place of a name; nil if there is none.
    public func place(named name: PlaceName) -> Entry? { entries.first { $0.place.name == name } }

    /// Adds places, all or none.
    ///
    /// - Returns: the number of replaced places.
    /// - Throws: ``PlaceError``.
    @discardableResult
    public func add(_ places: [Place], replacing: Bool) throws(PlaceError) -> Int {
        try change { state throws(PlaceError) in
            var replaced = 0
            for place in places {
                try Self.checkAllowed(place.name)
                try Self.checkNotConfigured(place.name, state)
                replaced += state.collection[place.name] == nil ? 0 : 1
                try Self.mappingErrors { () throws(PlaceCollectionError) in
                    try replacing ? state.collection.set(place) : state.collection.add(place)
                }
            }
            return replaced
        }
    }

    /// Removes a place.
    public func remove(_ name: PlaceName) throws(PlaceError) {
        try change { state throws(PlaceError) in
            try Self.checkNotConfigured(name, state)
            try Self.mappingErrors { () throws(PlaceCollectionError) in try state.collection.remove(name) }
        }
    }

    /// Renames a place.
    ///
    /// - Returns: the renamed place.
    /// - Throws: ``PlaceError``.
    public func rename(_ name: PlaceName, to new: PlaceName) throws(PlaceError) -> Place {
        try change { state throws(PlaceError) in
            try Self.checkAllowed(new)
            for name in [name, new] { try Self.checkNotConfigured(name, state) }
            try Self.mappingErrors { () throws(PlaceCollectionError) in try state.collection.rename(name, to: new) }
            guard let place = state.collection[new] else { throw PlaceError(.unknown(name)) }
            return place
        }
    }

    /// Replaces the configured places and reloads the file if it is readable.
    public func reconfigure(configured: [Place], isConfigurationComplete: Bool = true) {
        state.withLock { state in
            (state.configured, state.isConfigurationComplete) = (configured, isConfigurationComplete)
            Self.read(file, into: &state)
            onChange(Self.entries(state).map(\.place), Self.isComplete(state))
        }
    }

    /// Applies a change; it takes effect once it is on the disk.
    private func change<Result>(_ body: (inout State) throws(PlaceError) -> Result) throws(PlaceError) -> Result {
        try state.withLock { state throws(PlaceError) in
            if let loadError = state.loadError { throw PlaceError(.unavailable, loadError) }
            var next = state
            let result = try body(&next)
            do { try PlaceFile.write(next.collection, to: file) } catch {
                throw PlaceError(.unavailable, "nothing was changed: \(error)")
            }
            state = next
            onChange(Self.entries(next).map(\.place), Self.isComplete(next))
            return result
        }
    }

    private static func isComplete(_ state: State) -> Bool { state.loadError == nil && state.isConfigurationComplete }

    private static func entries(_ state: State) -> [Entry] {
        let names = Set(state.configured.map(\.name))
        let own = state.collection.places.filter { !names.contains($0.name) }.map {
            Entry(place: $0, isConfigured: false)
        }
        let all = state.configured.map { Entry(place: $0, isConfigured: true) } + own
        return all.sorted { $0.place.name < $1.place.name }
    }

    private static func read(_ file: String, into state: inout State) {
        do throws(PlaceFileError) {
            (state.collection, state.loadError) = (try PlaceFile.read(file), nil)
        } catch {
            state.loadError = error.description
        }
    }

    private static func mappingErrors(_ body: () throws(PlaceCollectionError) -> Void) throws(PlaceError) {
        do throws(PlaceCollectionError) { try body() } catch { throw PlaceError(error) }
    }

    private static func checkAllowed(_ name: PlaceName) throws(PlaceError) {
        guard !name.isReserved else {
            throw PlaceError(
                .reserved, "\(name.text.debugDescription) is reserved for events of that name; fix: use another name")
        }
    }

    private static func checkNotConfigured(_ name: PlaceName, _ state: State) throws(PlaceError) {
        guard !state.configured.contains(where: { $0.name == name }) else {
            throw PlaceError(
                .configured, "\(name.text.debugDescription) is a configured place; fix: change the configuration")
        }
    }
}
