import FoundationEssentials

/// The gpsd executable of this machine.
enum GPSDProgram {
    /// Returns the first executable gpsd: from Debian's location, then along `PATH`.
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
