import Basics

/// The names of sessions: one that the owner gave, or one made of the browser's `User-Agent`.
public enum SessionName {
    /// The name of a browser that says nothing about itself.
    static let unknown = "browser"

    /// The marks of systems, the specific ones first: an iPhone also claims to be a Mac, and Android to be Linux.
    private static let systems = [
        ("iPhone", "iphone"), ("iPad", "ipad"), ("Android", "android"), ("CrOS", "chromebook"),
        ("Windows", "windows"), ("Macintosh", "mac"), ("Linux", "linux"),
    ]
    /// The marks of browsers, the specific ones first: nearly all claim to be Chrome or Safari too.
    private static let browsers = [
        ("Edg", "edge"), ("OPR/", "opera"), ("SamsungBrowser/", "samsung"), ("FxiOS/", "firefox"),
        ("Firefox/", "firefox"), ("CriOS/", "chrome"), ("Chrome/", "chrome"), ("Safari/", "safari"),
    ]

    /// Returns a name such as `iphone-safari` for a `User-Agent`; `browser` if nothing in it is known.
    public static func suggestion(forUserAgent text: String?) -> String {
        let text = String((text ?? "").prefix(512))
        let words = [systems, browsers].compactMap { marks in marks.first { text.contains(text: $0.0) }?.1 }
        return words.isEmpty ? unknown : words.joined(separator: "-")
    }

    /// Returns true for a valid name: the form of a token's name, which is one path segment and prints anywhere.
    public static func isValid(_ text: String) -> Bool { Token.isName(text) }

    /// Returns the name, with a number behind it if it is in use, such as `iphone-safari-2`.
    static func unique(_ name: String, among used: Set<String>) -> String {
        guard used.contains(name) else { return name }
        let stem = name.prefix(Token.maxNameLength - 4)
        return (2...used.count + 2).lazy.map { "\(stem)-\($0)" }.first { !used.contains($0) } ?? name
    }
}
