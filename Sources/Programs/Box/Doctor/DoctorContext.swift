public import Basics
public import Configuration

/// The environment of a diagnosis.
public struct DoctorContext: Sendable {
    let environment: [String: String]
    let files: ConfigurationFiles
    let now: @Sendable () -> Timestamp
    /// Returns true while a process holds the lock at a path.
    let isLocked: @Sendable (_ path: String) -> Bool
    /// The functions that inspect the machine.
    let host: DoctorEnvironment
    /// The directory of this program's file, where others of the product may be; nil if not known.
    let programDirectory: String?

    /// Creates a context.
    public init(
        environment: [String: String], files: ConfigurationFiles, now: @escaping @Sendable () -> Timestamp,
        isLocked: @escaping @Sendable (_ path: String) -> Bool, host: DoctorEnvironment,
        programDirectory: String? = nil
    ) {
        self.environment = environment
        self.files = files
        self.now = now
        self.isLocked = isLocked
        self.host = host
        self.programDirectory = programDirectory
    }
}
