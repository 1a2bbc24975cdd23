public import Linux

/// What is to be done with a file in the directory of hooks.
public enum HookFile: Hashable, Sendable {
    /// It is run.
    case run
    /// It is none: a note, a backup, something that is not executable.
    case ignore
    /// It is not run, for somebody other than root could have written it; in words for the journal.
    case refuse(String)

    /// The endings of what editors and dpkg(1) leave beside a file.
    private static let leftovers = [
        "~", ".bak", ".old", ".orig", ".swp", ".dpkg-old", ".dpkg-dist", ".dpkg-new", ".dpkg-tmp",
    ]

    /// Judges a file by its name and by what the kernel knows about it, links followed; the link itself is in a
    /// directory that was judged too.
    public init(name: String, _ status: FileStatus) {
        guard Self.isName(name), status.kind == .regular, status.mode & 0o111 != 0 else {
            self = .ignore
            return
        }
        self = Self.fault(status).map(HookFile.refuse) ?? .run
    }

    /// Why somebody other than root could have written it, or what is in it; nil where nobody could.
    static func fault(_ status: FileStatus) -> String? {
        if status.owner != 0 { return "not run, since it belongs to another user than root" }
        if status.mode & 0o022 != 0 { return "not run, since others than its owner may write it" }
        return nil
    }

    private static func isName(_ name: String) -> Bool {
        !name.hasPrefix(".") && !leftovers.contains { name.hasSuffix($0) }
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "-_.".utf8.contains(byte)
                }
            }
    }
}
