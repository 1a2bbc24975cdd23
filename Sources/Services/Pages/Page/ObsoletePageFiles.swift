import Basics
import Linux

/// Finds an administrator's copies of the live page's files from before its scripts moved to `live/`: the daemon
/// ignores copies of the scripts, and a copy of the page loads a removed script.
public enum ObsoletePageFiles {
    /// Returns a warning for each obsolete file in the administrator's directory of templates, sorted by path; none for
    /// a directory that cannot be listed.
    public static func warnings(in directory: String) -> [String] {
        let names = (try? DirectoryListing.names(in: directory)) ?? []
        return names.sorted().compactMap { name in
            let path = "\(directory)/\(name)"
            return advice(name, path).map { "\(PrintableText.sanitized(path)): \($0)" }
        }
    }

    private static func advice(_ name: String, _ path: String) -> String? {
        if isScript(name) {
            return "ignored, because the scripts of the live page are in live/; fix: copy it again from there"
        }
        guard name == "live.html", isObsoletePage(path) else { return nil }
        return "loads assets/live.js, which does not exist; fix: make the copy again"
    }

    private static func isScript(_ name: String) -> Bool {
        name == "live.js" || name.hasPrefix("live-") && name.hasSuffix(".js")
    }

    /// Returns true if the page loads the script of the earlier page; the validation reports an unreadable file.
    private static func isObsoletePage(_ path: String) -> Bool {
        guard let bytes = try? FileContents.read(path) else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(text: "assets/live.js")
    }
}
