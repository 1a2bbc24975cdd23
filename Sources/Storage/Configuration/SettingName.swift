/// What a setting is called in a configuration file.
public struct SettingName: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the brackets, such as `tracking` or `privacy-zone home`.
    public let section: String
    /// The name before the equals sign.
    public let name: String

    /// Makes a name from its parts.
    public init(section: String, name: String) {
        self.section = section
        self.name = name
    }

    /// Both, as messages have it: `[tracking] platform`.
    public var description: String { "[\(section)] \(name)" }
}
