import Linux
public import Places
import PlacesFiles
import Synchronization

/// Keeps the owner's places, for all threads, and those of them that were added while it runs on the disk.
///
/// A change is on the disk when its call returns. A file that cannot be read is never written over. Where a place of the
/// configuration has the name of one of the file, it counts, and the other one waits until it is gone.
public final class PlaceRepository: Sendable {
    private struct State {
        /// The places of the file.
        var book = PlaceCollection()
        var configured: [Place]
        /// Whether the configuration has no others, the files of which could not be read.
        var isConfigurationWhole: Bool
        /// Why the file cannot be used; nil where it can.
        var fault: String?
    }

    /// A place, and where it comes from.
    public struct Entry: Hashable, Sendable {
        /// The place.
        public let place: Place
        /// Whether the configuration has it, so that it cannot be changed here.
        public let isConfigured: Bool
    }

    private let state: Mutex<State>
    private let file: String
    private let onChange: @Sendable ([Place], _ areAll: Bool) -> Void

    /// Reads the file, which need not be there.
    ///
    /// - Parameters:
    ///   - file: where places that are added are kept.
    ///   - configured: the places of the configuration.
    ///   - isConfigurationWhole: whether it has no others, the files of which could not be read.
    ///   - changed: told of all places each time that they are others, and whether some could not be read; in their order, so that it must not ask anything here.
    public init(
        file: String, configured: [Place], isConfigurationWhole: Bool = true,
        changed: @escaping @Sendable ([Place], _ areAll: Bool) -> Void
    ) {
        self.file = file
        self.onChange = changed
        var state = State(configured: configured, isConfigurationWhole: isConfigurationWhole)
        Self.read(file, into: &state)
        self.state = Mutex(state)
    }

    /// Why the file cannot be used, in a line; nil where it can.
    public var loadError: String? { state.withLock { $0.fault } }

    /// Whether these are all places, and not a file of them could not be read.
    public var isComplete: Bool { state.withLock { Self.isWhole($0) } }

    /// All places, by the order of their names.
    public var entries: [Entry] { state.withLock { Self.kept($0) } }

    /// All places.
    public var places: [Place] { entries.map(\.place) }

    /// The place of a name; nil where there is none.
    public func place(named name: PlaceName) -> Entry? { entries.first { $0.place.name == name } }

    /// Adds places, all or none.
    ///
    /// - Parameters:
    ///   - places: what is added.
    ///   - replacing: whether one of the same name is replaced; else that is refused.
    /// - Returns: how many took the place of another one.
    /// - Throws: ``PlaceError``.
    @discardableResult
    public func add(_ places: [Place], replacing: Bool) throws(PlaceError) -> Int {
        try change { state throws(PlaceError) in
            var replaced = 0
            for place in places {
                try Self.checkAllowed(place.name)
                try Self.checkFree(place.name, state)
                replaced += state.book[place.name] == nil ? 0 : 1
                try Self.refusing { () throws(PlaceCollectionError) in
                    try replacing ? state.book.set(place) : state.book.add(place)
                }
            }
            return replaced
        }
    }

    /// Takes a place away.
    ///
    /// - Throws: ``PlaceError``.
    public func remove(_ name: PlaceName) throws(PlaceError) {
        try change { state throws(PlaceError) in
            try Self.checkFree(name, state)
            try Self.refusing { () throws(PlaceCollectionError) in try state.book.remove(name) }
        }
    }

    /// Gives a place another name.
    ///
    /// - Returns: the place by that name.
    /// - Throws: ``PlaceError``.
    public func rename(_ name: PlaceName, to new: PlaceName) throws(PlaceError) -> Place {
        try change { state throws(PlaceError) in
            try Self.checkAllowed(new)
            for name in [name, new] { try Self.checkFree(name, state) }
            try Self.refusing { () throws(PlaceCollectionError) in try state.book.rename(name, to: new) }
            guard let place = state.book[new] else { throw PlaceError(.unknown(name)) }
            return place
        }
    }

    /// Goes by another configuration, and reads the file anew, where that can be read.
    public func reconfigure(configured: [Place], isConfigurationComplete: Bool = true) {
        state.withLock { state in
            (state.configured, state.isConfigurationWhole) = (configured, isConfigurationComplete)
            Self.read(file, into: &state)
            onChange(Self.kept(state).map(\.place), Self.isWhole(state))
        }
    }

    /// Applies a change, which counts once it is on the disk.
    private func change<Result>(_ body: (inout State) throws(PlaceError) -> Result) throws(PlaceError) -> Result {
        try state.withLock { state throws(PlaceError) in
            if let fault = state.fault { throw PlaceError(.unavailable, fault) }
            var next = state
            let result = try body(&next)
            do { try PlaceFile.write(next.book, to: file) } catch {
                throw PlaceError(.unavailable, "nothing was changed: \(error)")
            }
            state = next
            onChange(Self.kept(next).map(\.place), Self.isWhole(next))
            return result
        }
    }

    private static func isWhole(_ state: State) -> Bool { state.fault == nil && state.isConfigurationWhole }

    private static func kept(_ state: State) -> [Entry] {
        let names = Set(state.configured.map(\.name))
        let own = state.book.places.filter { !names.contains($0.name) }.map { Entry(place: $0, isConfigured: false) }
        let all = state.configured.map { Entry(place: $0, isConfigured: true) } + own
        return all.sorted { $0.place.name < $1.place.name }
    }

    private static func read(_ file: String, into state: inout State) {
        do throws(PlaceFileError) {
            (state.book, state.fault) = (try PlaceFile.read(file), nil)
        } catch {
            state.fault = error.description
        }
    }

    private static func refusing(_ body: () throws(PlaceCollectionError) -> Void) throws(PlaceError) {
        do throws(PlaceCollectionError) { try body() } catch { throw PlaceError(error) }
    }

    private static func checkAllowed(_ name: PlaceName) throws(PlaceError) {
        guard !name.isReserved else {
            throw PlaceError(
                .reserved, "\(name.text.debugDescription) is what the anchor watch is called: say another name")
        }
    }

    private static func checkFree(_ name: PlaceName, _ state: State) throws(PlaceError) {
        guard !state.configured.contains(where: { $0.name == name }) else {
            throw PlaceError(
                .configured, "\(name.text.debugDescription) is a place of the configuration: change it there")
        }
    }
}
