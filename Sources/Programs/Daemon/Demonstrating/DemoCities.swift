import Configuration
import Linux

/// The cities of the world for the gazetteer of a demonstration, as a unit of systemd brings them in elsewhere.
enum DemoCities {
    /// Begins to bring them in, beside the daemon, unless they are there.
    ///
    /// - Returns: what does it, which ends when nobody holds it any more; nil where there is nothing that could.
    static func startImport(_ settings: Settings) -> ChildProcess? {
        guard let directory = Executable.directory else { return nil }
        return try? ChildProcess(
            "\(directory)/whereismy",
            ["gazetteer", "--state-directory", settings.stateDirectory, "--if-changed", "import"])
    }
}
