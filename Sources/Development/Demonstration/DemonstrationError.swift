public import Linux

/// Why there is no demonstration.
public enum DemonstrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// gpsd is nowhere to be found; the directories that were looked into.
    case noGPSD([String])
    /// gpsd was started and does not answer; what it said last.
    case gpsdFailed(String)
    /// The temporary directory cannot be made; its path.
    case noDirectory(String)
    /// The system refused something.
    case system(SystemError)

    /// One line: what is wrong, and what would help.
    public var description: String {
        switch self {
        case .noGPSD(let directories):
            "no gpsd in \(directories.joined(separator: ":")); `apt install gpsd` brings it"
        case .gpsdFailed(let reason): "gpsd was started and does not answer: \(reason)"
        case .noDirectory(let path): "\(path): cannot be made; TMPDIR names another place"
        case .system(let error): error.description
        }
    }

    /// The outcome of work that fails by the system alone.
    static func wrapping<Value: ~Copyable>(_ work: () throws(SystemError) -> Value) throws(DemonstrationError) -> Value
    {
        do { return try work() } catch { throw .system(error) }
    }
}
