/// A setting made on the command line.
struct Override: Sendable {
    /// Which setting.
    let key: SettingKey
    /// The option that made it.
    let option: String
    /// Its text.
    let value: String
}
