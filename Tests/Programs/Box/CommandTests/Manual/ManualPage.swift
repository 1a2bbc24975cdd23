import Linux

/// A manual page in mdoc.
struct ManualPage {
    let text: String

    init(_ name: String) throws(SystemError) {
        text = String(decoding: try FileContents.read("\(Self.directory)/\(name)"), as: UTF8.self)
    }

    /// The directory of the pages.
    static var directory: String {
        #filePath.split(separator: "/").dropLast(6).reduce("") { $0 + "/" + $1 } + "/docs/man"
    }

    /// The titles of the sections, in order.
    var sections: [Substring] { lines.compactMap { Self.title(of: $0) } }

    /// The lines of a section; empty if there is no such section.
    func lines(of section: Substring) -> [Substring] {
        guard let start = lines.firstIndex(where: { Self.title(of: $0) == section }) else { return [] }
        return Array(lines[(start + 1)...].prefix { Self.title(of: $0) == nil })
    }

    /// The long options named in a section.
    func options(in section: Substring) -> Set<String> {
        Set(lines(of: section).joined(separator: "\n").matches(of: /Fl \\-([a-z][a-z-]*)/).map { String($0.1) })
    }

    /// The items of a section's lists.
    func items(in section: Substring) -> [String] {
        lines(of: section).compactMap { $0.hasPrefix(".It ") ? String($0.dropFirst(4)) : nil }
    }

    private var lines: [Substring] { text.split(separator: "\n") }

    private static func title(of line: Substring) -> Substring? {
        line.hasPrefix(".Sh ") ? line.dropFirst(4) : nil
    }
}
