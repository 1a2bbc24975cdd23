public import Linux

/// The directory of the administrator's executables for events.
public struct HookFolder: Sendable {
    /// The maximum number of hooks run for an event, the first ones by name.
    public static let maxHooks = 16

    private let path: String

    /// Creates a folder; the directory may be missing.
    public init(_ path: String) {
        self.path = path
    }

    /// True if there is a hook to run, or one to refuse with a message.
    public var hasHooks: Bool {
        guard let names = try? DirectoryListing.names(in: path) else { return false }
        return names.contains { (try? judge($0)) ?? .ignore != .ignore }
    }

    /// The hooks to run or refuse, in the order of their names.
    ///
    /// - Throws: ``SystemError`` if the directory cannot be read.
    public func hooks() throws(SystemError) -> [(path: String, file: HookFile)] {
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: path) } catch {
            guard !error.isNotFound else { return [] }
            throw error
        }
        if let fault = HookFile.fault(status) { return [(path, .refuse(fault))] }
        var hooks: [(path: String, file: HookFile)] = []
        for name in try DirectoryListing.names(in: path).sorted() {
            // Skips removed files and broken links.
            guard let file = try? judge(name), file != .ignore else { continue }
            hooks.append(("\(path)/\(name)", file))
        }
        return Array(hooks.prefix(Self.maxHooks))
    }

    private func judge(_ name: String) throws(SystemError) -> HookFile {
        HookFile(name: name, try FileStatus(of: "\(path)/\(name)"))
    }
}

/// The handling of a file in the hooks directory.
public enum HookFile: Hashable, Sendable {
    /// The file is run.
    case run
    /// The file is no hook: a note, a backup, or not executable.
    case ignore
    /// The file is not run since another user than root could have written it; the reason for the journal.
    case refuse(String)

    /// The suffixes of files that editors and dpkg(1) leave behind.
    private static let leftovers = [
        "~", ".bak", ".old", ".orig", ".swp", ".dpkg-old", ".dpkg-dist", ".dpkg-new", ".dpkg-tmp",
    ]

    /// Decides by the name and the status of a file, with links followed; the directory of the link is checked too.
    public init(name: String, _ status: FileStatus) {
        guard Self.isName(name), status.kind == .regular, status.mode & 0o111 != 0 else {
            self = .ignore
            return
        }
        self = Self.fault(status).map(HookFile.refuse) ?? .run
    }

    /// The reason why another user than root could have written the file or directory; nil if none could.
    static func fault(_ status: FileStatus) -> String? {
        if status.owner != 0 { return "not run: owned by another user than root" }
        if status.mode & 0o022 != 0 { return "not run: writable by others than its owner" }
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
