import Linux
public import Places

/// The file that the owner's places are kept in: GeoJSON, for the daemon to write and for others to read.
public enum PlaceFile {
    /// Reads a file.
    ///
    /// - Returns: its places; none where there is no file.
    /// - Throws: ``PlaceFileError``, also where a part of it makes no sense: the file is written as a whole, and what is
    ///   not understood would be lost with the next change.
    public static func read(_ path: String) throws(PlaceFileError) -> PlaceCollection {
        do {
            let harvest = try PlacesGeoJSON.decode(try FileContents.read(path, limit: PlacesFormatError.maxBytes))
            if let fault = harvest.issues.first { throw PlaceFileError(path: path, reason: fault.description) }
            return try PlaceCollection(harvest.places)
        } catch let error as SystemError {
            if error.isNotFound { return PlaceCollection() }
            throw PlaceFileError(path: path, reason: error.reason)
        } catch let error as PlaceFileError {
            throw error
        } catch {
            throw PlaceFileError(path: path, reason: "\(error)")
        }
    }

    /// Replaces a file as a whole; it is on the disk when this returns.
    ///
    /// - Throws: ``PlaceFileError``; the file is as it was then.
    public static func write(_ book: PlaceCollection, to path: String) throws(PlaceFileError) {
        let bytes = PlacesGeoJSON.encode(book.places)
        try check(bytes, path)
        do {
            try AtomicFile.replace(path, with: bytes, mode: 0o640, durable: true)
        } catch {
            throw PlaceFileError(path: path, reason: error.reason)
        }
    }

    /// Written numbers are rounded: of a polygon that is hardly one, nothing may be left by that.
    private static func check(_ bytes: [UInt8], _ path: String) throws(PlaceFileError) {
        do {
            guard let fault = try PlacesGeoJSON.decode(bytes).issues.first else { return }
            throw PlaceFileError(path: path, reason: "would not be read again: \(fault)")
        } catch let error as PlaceFileError {
            throw error
        } catch {
            throw PlaceFileError(path: path, reason: "would not be read again: \(error)")
        }
    }
}

/// Why a file of places cannot be read or written.
public struct PlaceFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What is wrong with it.
    public let reason: String

    /// One line: the file and what is wrong with it.
    public var description: String { "\(path): \(reason)" }
}
