public import Linux

/// How the configuration's files are read.
public struct ConfigurationFiles: Sendable {
    /// All bytes of the file at a path.
    public var contents: @Sendable (_ path: String) throws(SystemError) -> [UInt8]
    /// The names of the files in a directory, in any order.
    public var names: @Sendable (_ directory: String) throws(SystemError) -> [String]

    /// Makes a reader from its parts.
    public init(
        contents: @escaping @Sendable (_ path: String) throws(SystemError) -> [UInt8],
        names: @escaping @Sendable (_ directory: String) throws(SystemError) -> [String]
    ) {
        self.contents = contents
        self.names = names
    }

    /// The files of this machine.
    public static let system = ConfigurationFiles(
        contents: { path throws(SystemError) in try FileContents.read(path) },
        names: { path throws(SystemError) in try DirectoryListing.names(in: path) })
}
