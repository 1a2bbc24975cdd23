import FoundationEssentials

/// Where gpsd is on this machine.
enum GPSDProgram {
    /// The first gpsd that may be run: where Debian installs it, then along `PATH`.
    static func find(
        path: String, usual: [String] = ["/usr/sbin", "/usr/local/sbin"]
    ) throws(DemonstrationError) -> String {
        let directories = usual + path.split(separator: ":").map(String.init)
        let programs = directories.map { $0 + "/gpsd" }
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            throw .noGPSD(directories)
        }
        return program
    }
}
