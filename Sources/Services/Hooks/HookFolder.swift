public import Linux

/// The executables that the administrator has put there to be run for events.
public struct HookFolder: Sendable {
    /// The most hooks that are run for an event, the first ones by their names.
    public static let maxHooks = 16

    private let path: String

    /// Names the directory; it need not be there.
    public init(_ path: String) {
        self.path = path
    }

    /// Whether there is anything that is run, or that is refused and has to be told of.
    public var hasHooks: Bool {
        guard let names = try? DirectoryListing.names(in: path) else { return false }
        return names.contains { (try? judge($0)) ?? .ignore != .ignore }
    }

    /// What is in it and no mere note, in the order of the names.
    ///
    /// - Throws: ``SystemError`` where it cannot be read.
    public func hooks() throws(SystemError) -> [(path: String, file: HookFile)] {
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: path) } catch {
            guard !error.isNotFound else { return [] }
            throw error
        }
        if let fault = HookFile.fault(status) { return [(path, .refuse(fault))] }
        var hooks: [(path: String, file: HookFile)] = []
        for name in try DirectoryListing.names(in: path).sorted() {
            // What has gone in between, and a link that leads nowhere, is nothing to run.
            guard let file = try? judge(name), file != .ignore else { continue }
            hooks.append(("\(path)/\(name)", file))
        }
        return Array(hooks.prefix(Self.maxHooks))
    }

    private func judge(_ name: String) throws(SystemError) -> HookFile {
        HookFile(name: name, try FileStatus(of: "\(path)/\(name)"))
    }
}

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
