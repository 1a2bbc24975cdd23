import CEmbeddedFiles
public import EmbeddedFiles

/// The files of a fleet: a module of their own, so that the programs of a box do not contain them.
public enum FleetFiles {
    /// The files of the pages, by their paths below `templates/`.
    public static let assets = unsafe EmbeddedFile.files(whereismy_fleet_assets())
    /// The scripts of the schema of the database, by their names.
    public static let schema = unsafe EmbeddedFile.files(whereismy_fleet_schema())
}
