public import Basics
public import Linux
import Location
public import Places
import PlacesFiles
import Synchronization

/// Keeps the anchor watch over restarts, and has it set and ended.
///
/// The watch itself is the tracker's, which tells what becomes of it; here is what is known of it outside.
public final class AnchorRepository: Sendable {
    private let state: Mutex<AnchorWatch?>
    private let file: String
    private let onChange: @Sendable (AnchorWatch?) -> Void
    /// Why the file of an earlier run cannot be used, so that a watch may have ended with it; nil where it can.
    public let loadError: String?

    /// Reads the watch of an earlier run, which need not be there.
    ///
    /// - Parameters:
    ///   - file: where it is kept.
    ///   - changed: told of each watch that is set, and of nil when it is ended; in their order, so that it must not ask
    ///     anything here.
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

    /// The watch; nil where nothing is watched.
    public var watch: AnchorWatch? { state.withLock { $0 } }

    /// Sets the watch, in place of one that there was.
    ///
    /// - Throws: ``SystemError`` where it cannot be kept; then nothing has changed.
    public func set(_ circle: PlaceCircle, at moment: Timestamp) throws(SystemError) {
        guard let watch = AnchorWatch(circle, set: moment) else { return }
        try state.withLock { state throws(SystemError) in
            try write(watch)
            state = watch
            onChange(watch)
        }
    }

    /// Ends the watch.
    ///
    /// - Returns: whether there was one.
    /// - Throws: ``SystemError`` where it would be back after a restart; then nothing has changed.
    public func end() throws(SystemError) -> Bool {
        try state.withLock { state throws(SystemError) in
            guard state != nil else { return false }
            try AtomicFile.remove(file)
            state = nil
            onChange(nil)
            return true
        }
    }

    /// Something has become of the watch; one that is not set any more is passed over.
    ///
    /// - Throws: ``SystemError`` where that cannot be kept.
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
