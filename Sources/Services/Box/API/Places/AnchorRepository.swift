public import Basics
public import Linux
public import Places
import PlacesFiles
import Synchronization

/// Persists the anchor watch across restarts, and sets and ends it.
///
/// The tracker runs the watch and reports its state; this is the copy for everything else.
public final class AnchorRepository: Sendable {
    private let state: Mutex<AnchorWatch?>
    private let file: String
    private let onChange: @Sendable (AnchorWatch?) -> Void
    /// The reason why the file of an earlier run is unusable, so that a watch may have been lost; nil if it is usable.
    public let loadError: String?

    /// Loads the watch of an earlier run, which need not exist; `onChange` is called with each new watch, and with nil
    /// at its end, in order, and must not call this object.
    public init(file: String, onChange: @escaping @Sendable (AnchorWatch?) -> Void) {
        self.file = file
        self.onChange = onChange
        do {
            state = Mutex(try AnchorWatchJSON.decode(try FileContents.read(file)))
            loadError = nil
        } catch {
            state = Mutex(nil)
            let isAbsent = (error as? SystemError)?.isNotFound ?? false
            loadError = isAbsent ? nil : "\(file): the anchor is not watched: \(error)"
        }
    }

    /// The watch; nil if none is set.
    public var watch: AnchorWatch? { state.withLock { $0 } }

    /// Sets the watch.
    ///
    /// - Parameters:
    ///   - circle: the swing circle around the anchor.
    ///   - moment: now, by the wall clock.
    ///   - replacing: true to end an earlier watch with its alarm; false to set none if there is one.
    ///   - seen: the time at which the watch to be replaced was set, to the millisecond; nil to replace any.
    /// - Returns: the watch that was set.
    /// - Throws: ``AnchorError``; then nothing has changed.
    public func set(
        _ circle: PlaceCircle, at moment: Timestamp, replacing: Bool, seen: Timestamp? = nil
    ) throws(AnchorError) -> AnchorWatch {
        try state.withLock { state throws(AnchorError) in
            guard replacing || state == nil else { throw .isSet }
            try Self.check(state, is: seen)
            guard let watch = AnchorWatch(circle, set: moment) else { throw .isInvalid }
            do throws(SystemError) { try write(watch) } catch { throw .notStored(error) }
            state = watch
            onChange(watch)
            return watch
        }
    }

    private static func check(_ state: AnchorWatch?, is seen: Timestamp?) throws(AnchorError) {
        // Reports have milliseconds.
        guard let seen, state?.set.iso8601 != seen.iso8601 else { return }
        throw .isOther
    }

    /// Ends the watch that was set at a time, to the millisecond, nil for any; returns true if there was one.
    ///
    /// - Throws: ``AnchorError``; then nothing has changed.
    public func end(seen: Timestamp? = nil) throws(AnchorError) -> Bool {
        try state.withLock { state throws(AnchorError) in
            guard state != nil else { return false }
            try Self.check(state, is: seen)
            do throws(SystemError) { try AtomicFile.remove(file) } catch { throw .notStored(error) }
            state = nil
            onChange(nil)
            return true
        }
    }

    /// Stores a changed state of the watch; ignored if the watch has ended.
    ///
    /// - Throws: ``SystemError`` if it cannot be stored.
    public func update(_ watch: AnchorWatch) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard let current = state, current.set == watch.set, current.circle == watch.circle else { return }
            state = watch
            try write(watch)
        }
    }

    private func write(_ watch: AnchorWatch) throws(SystemError) {
        try AtomicFile.replace(file, with: AnchorWatchJSON.encode(watch), mode: 0o640, durable: true)
    }
}

/// The reason why an anchor watch was not set or ended.
public enum AnchorError: Error, Hashable, Sendable {
    /// There is a watch, which only an explicit request replaces: it must not move, or end its alarm, by mistake.
    case isSet
    /// The watch is not the one that the request names: another program has replaced or ended that one.
    case isOther
    /// The circle cannot be watched.
    case isInvalid
    /// The change cannot be stored, and would be lost with a restart.
    case notStored(SystemError)
}
