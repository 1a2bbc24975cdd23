import Basics
import Location

/// Addresses without what grants access, for output that people pass on.
enum HiddenAddress {
    /// Replaces the secret parts of an address by an ellipsis.
    ///
    /// - Parameters:
    ///   - address: the address; other text has no secret parts.
    ///   - keepsPath: whether the path is public but for keys in it, as that of map tiles; that of a webhook is often a
    ///     token.
    /// - Returns: the address without user information and query, and without its path unless that is kept.
    static func text(_ address: String, keepsPath: Bool) -> String {
        guard let start = address.range(ofText: "://")?.upperBound else { return address }
        let end = address[start...].firstIndex { $0 == "/" || $0 == "?" } ?? address.endIndex
        let authority = address[start..<end]
        let host = authority.lastIndex(of: "@").map { "…@" + authority[authority.index(after: $0)...] }
        let path = hidingKeys(in: address[end...].prefix { $0 != "?" })
        let query = end < address.endIndex && address[end...].contains("?") ? "?…" : ""
        let isShown = keepsPath || path.isEmpty || path == "/"
        return address[..<start] + (host ?? String(authority)) + (isShown ? path + query : "/…")
    }

    /// Returns a value of the user in quotes for a message; of an address, without the parts that grant access.
    ///
    /// A mistyped address may lack its scheme; a key is what follows `=` behind a question mark.
    static func quoted(_ value: String) -> String {
        guard !value.contains(text: "://") else {
            return text(DevicePath.withoutCredentials(value), keepsPath: true).debugDescription
        }
        let shown = DevicePath.withoutLogin(value)
        guard let query = shown.firstIndex(of: "?"), shown[query...].contains("=") else {
            return shown.debugDescription
        }
        return "\(shown[..<query])?…".debugDescription
    }

    /// The least length of a key; those of tile servers have 20 characters and more.
    private static let minKeyLength = 16

    /// Replaces the components of a path that look like keys: a long word with a digit in it.
    ///
    /// Names have short words.
    private static func hidingKeys(in path: Substring) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let isKey = part.split(separator: "-").contains { word in
                word.utf8.count >= minKeyLength && word.contains(where: \.isNumber) && !word.contains("{")
            }
            return isKey ? "…" : String(part)
        }
        .joined(separator: "/")
    }
}

extension LoadedSettings.Entry {
    /// The value without what grants access; nil if unset.
    public var shownValue: String? {
        guard let value else { return nil }
        if isSecret { return HiddenAddress.text(value, keepsPath: false) }
        return name == SettingKey<Settings>.tiles.qualifiedName ? HiddenAddress.text(value, keepsPath: true) : value
    }
}
