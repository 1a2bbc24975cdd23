/// A setting made on the command line.
struct Override: Sendable {
    /// Which setting.
    let key: SettingKey
    /// Its text.
    let value: String
}
