/// What the daemon was started for.
public enum DaemonInvocation: Hashable, Sendable {
    /// To follow the position; `demo` to show it, a simulated one where there is no receiver.
    case run(Settings, demo: Bool)
    /// To run recordings through reading and tracking, and to print what came of it.
    case replay(files: [String], format: ReplayFormat, Settings)
    /// To bring files of tracks into the history; `device` is whose points they are where a file does not say it, nil for
    /// the file's name.
    case importing(files: [String], device: String?, Settings)
    /// To say whether the configuration is right, and exit.
    case check(LoadedSettings)
    /// To print this and exit.
    case help(String)
    /// To print this and exit.
    case version(String)
}
