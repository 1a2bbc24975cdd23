import Basics
import Location

extension LoadedSettings {
    /// The settings as a configuration file that makes the same ones, with a comment on each where it comes from.
    public var text: String {
        // A path may be anything; a line end in it would begin a line of the file.
        let heads = files.map { "# read \(PrintableText.sanitized($0))\n" }
        return (heads.isEmpty ? ["# no file was read\n"] : heads).joined() + sections.map(text).joined()
    }

    /// The entries by their sections, in order.
    private var sections: [[Entry]] {
        entries.reduce(into: []) { sections, entry in
            if sections.last?.first?.name.section == entry.name.section {
                sections[sections.count - 1].append(entry)
            } else {
                sections.append([entry])
            }
        }
    }

    private func text(_ section: [Entry]) -> String {
        let heading = section.first.map { "\n[\($0.name.section)]\n" } ?? ""
        return heading + section.map(\.text).joined()
    }
}

extension LoadedSettings.Entry {
    fileprivate var text: String {
        guard let value else { return "# not set\n#\(name.name) =\n" }
        let line = "\(name.name) =\(value.isEmpty ? "" : " \(value)")\n"
        return "# \(PrintableText.sanitized("\(origin)"))\n\(canStandInFile ? "" : "#")\(line)"
    }

    /// Whether a file can have the value: an option or a variable may be what there is a comment or a cut line.
    private var canStandInFile: Bool {
        let document = INIDocument(Array("[\(name.section)]\n\(name.name) = \(value ?? "")\n".utf8))
        return document.issues.isEmpty && document.entries.map(\.value) == [value]
    }
}
