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
