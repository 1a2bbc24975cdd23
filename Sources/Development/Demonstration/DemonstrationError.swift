public import Linux

/// Why a demonstration cannot start.
public enum DemonstrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// gpsd was not found; the directories searched.
    case noGPSD([String])
    /// gpsd was started and does not respond; its last output.
    case gpsdFailed(String)
    /// The temporary directory cannot be created; its path.
    case noDirectory(String)
    /// A system call failed.
    case system(SystemError)

    /// One line: the problem and the fix.
    public var description: String {
        switch self {
        case .noGPSD(let directories):
            "no gpsd in \(directories.joined(separator: ":")); fix: sudo apt install gpsd"
        case .gpsdFailed(let reason): "gpsd was started and does not respond: \(reason)"
        case .noDirectory(let path): "\(path): cannot be created; fix: set TMPDIR to another directory"
        case .system(let error): error.description
        }
    }

    /// Runs work that throws system errors only, and wraps them.
    static func wrapping<Value: ~Copyable>(_ work: () throws(SystemError) -> Value) throws(DemonstrationError) -> Value
    {
        do { return try work() } catch { throw .system(error) }
    }
}
