import Configuration
import Demonstration

/// Where a demonstration keeps its files: where the settings say, else in a temporary directory of its own.
struct DemoDirectory {
    /// The settings with those directories.
    let settings: Settings
    /// Held, because it removes itself.
    private let directory: DemonstrationDirectory?

    /// - Throws: ``DemonstrationError`` where no directory can be made.
    init(_ settings: Settings) throws(DemonstrationError) {
        let usual = Settings()
        guard settings.runtimeDirectory == usual.runtimeDirectory, settings.stateDirectory == usual.stateDirectory
        else {
            self.settings = settings
            directory = nil
            return
        }
        let directory = try DemonstrationDirectory()
        var settings = settings
        settings.runtimeDirectory = directory.path + "/run"
        settings.stateDirectory = directory.path + "/state"
        self.settings = settings
        self.directory = directory
    }
}
