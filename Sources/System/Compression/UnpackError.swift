/// A compressed file that cannot be unpacked.
public enum UnpackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Data that is not what its format or its checksum says.
    case damaged
    /// The file ends too early.
    case truncated
    /// An encrypted file in an archive.
    case encrypted(name: String)
    /// A file in an archive that is packed by another method than deflate.
    case unsupportedMethod(name: String)
    /// A file in an archive that is not compressed and whose length follows it, but was not found.
    case unknownLength(name: String)
    /// A file that becomes more than ``FileUnpacker/maxExpansion`` times as long.
    case expandsTooMuch
    /// There was no memory for a decompressor.
    case outOfMemory

    /// One line: what is wrong, and the fix where there is one.
    public var description: String {
        switch self {
        case .damaged: "the compressed data is damaged"
        case .truncated: "the compressed file is not complete"
        case .encrypted(let name): "\(name) is encrypted; fix: unpack it"
        case .unsupportedMethod(let name): "\(name) is packed by an unknown method; fix: unpack it"
        case .unknownLength(let name): "\(name) has no end, or the archive is not complete; fix: unpack it"
        case .expandsTooMuch:
            "the file becomes more than \(FileUnpacker.maxExpansion) times as long, which no track does; fix: unpack it"
        case .outOfMemory: "no memory to unpack it"
        }
    }
}
