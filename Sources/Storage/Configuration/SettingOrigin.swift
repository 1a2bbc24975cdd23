/// Where a setting's value comes from.
public enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Nothing says anything else.
    case builtIn
    /// A line of a configuration file, from 1.
    case file(String, line: Int)
    /// A variable of the environment.
    case environment(String)
    /// An option, by its name after the hyphens.
    case commandLine(option: String)

    /// For people: `default`, `file:line`, `$VARIABLE` or `--option`.
    public var description: String {
        switch self {
        case .builtIn: "default"
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let variable): "$\(variable)"
        case .commandLine(let option): "--\(option)"
        }
    }

    /// A problem with the value, told where it comes from.
    func issue(_ message: String) -> ConfigurationError.Issue {
        switch self {
        case .file(let path, let line): .init(source: path, line: line, message: message)
        case .environment(let variable): .init(source: variable, message: message)
        case .builtIn, .commandLine: .init(source: description, message: message)
        }
    }
}
