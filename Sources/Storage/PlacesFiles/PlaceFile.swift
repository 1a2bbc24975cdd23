import Linux
public import Places

/// The GeoJSON file that stores the owner's places, written by the daemon and readable by other programs.
public enum PlaceFile {
    /// Reads a file.
    ///
    /// - Returns: its places; none if there is no file.
    /// - Throws: ``PlaceFileError``, also if an entry is invalid: the next change rewrites the whole file and would
    ///   drop it.
    public static func read(_ path: String) throws(PlaceFileError) -> PlaceCollection {
        do {
            let parsed = try PlacesGeoJSON.decode(try FileContents.read(path, limit: PlacesFormatError.maxBytes))
            if let issue = parsed.issues.first { throw PlaceFileError(path: path, reason: issue.description) }
            return try PlaceCollection(parsed.places)
        } catch let error as SystemError {
            if error.isNotFound { return PlaceCollection() }
            throw PlaceFileError(path: path, reason: error.reason)
        } catch let error as PlaceFileError {
            throw error
        } catch {
            throw PlaceFileError(path: path, reason: "\(error)")
        }
    }

    /// Replaces a file atomically; it is on disk when this returns.
    ///
    /// - Throws: ``PlaceFileError``; then the file is unchanged.
    public static func write(_ book: PlaceCollection, to path: String) throws(PlaceFileError) {
        let bytes = PlacesGeoJSON.encode(book.places)
        try check(bytes, path)
        do {
            try AtomicFile.replace(path, with: bytes, mode: 0o640, durable: true)
        } catch {
            throw PlaceFileError(path: path, reason: error.reason)
        }
    }

    /// Numbers are rounded on output, which can make a tiny polygon invalid.
    private static func check(_ bytes: [UInt8], _ path: String) throws(PlaceFileError) {
        do {
            guard let issue = try PlacesGeoJSON.decode(bytes).issues.first else { return }
            throw PlaceFileError(path: path, reason: "cannot be read back: \(issue)")
        } catch let error as PlaceFileError {
            throw error
        } catch {
            throw PlaceFileError(path: path, reason: "cannot be read back: \(error)")
        }
    }
}

/// The error of reading or writing a file of places.
public struct PlaceFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The problem.
    public let reason: String

    /// The file and its problem in one line.
    public var description: String { "\(path): \(reason)" }
}
