public import Basics
public import Configuration

/// The environment that the examination reads.
public struct DoctorContext: Sendable {
    /// The variables of the process.
    let environment: [String: String]
    /// Reads files.
    let files: ConfigurationFiles
    /// The time of day.
    let now: @Sendable () -> Timestamp
    /// Returns true while a process holds the lock at a path.
    let isLocked: @Sendable (_ path: String) -> Bool
    /// The rest of the machine.
    let surroundings: DoctorEnvironment

    /// Makes a context from its parts.
    public init(
        environment: [String: String], files: ConfigurationFiles, now: @escaping @Sendable () -> Timestamp,
        isLocked: @escaping @Sendable (_ path: String) -> Bool, surroundings: DoctorEnvironment
    ) {
        self.environment = environment
        self.files = files
        self.now = now
        self.isLocked = isLocked
        self.surroundings = surroundings
    }
}
