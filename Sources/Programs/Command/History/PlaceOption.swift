import Configuration
import Places

/// `--place`: which of the owner's places is meant.
enum PlaceOption {
    static let option = Option("place", value: "NAME", .places, help: "at this place of your own")

    /// The place; nil where none is asked for.
    ///
    /// - Throws: ``UnknownPlaceError``, `PlaceFileError`, or what is wrong with the configuration.
    static func place(_ options: ParsedOptions, in context: Context) throws -> Place? {
        guard let name = options.value(of: option) else { return nil }
        let settings = try options.settings(environment: context.environment, files: context.files)
        return try OwnPlaces(places: try OwnPlaces.read(settings)).place(named: name).place
    }
}
