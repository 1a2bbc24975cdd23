import CSQLite

/// The access of a connection to its database.
public enum OpenMode: Sendable {
    /// Read an existing database.
    case readOnly
    /// Read a file without any lock beside it, for a directory that this user may not write to; the file must not
    /// change meanwhile.
    case immutable
    /// Read and write an existing database.
    case readWrite
    /// Read and write; create the database if it does not exist.
    case readWriteCreate

    var writes: Bool {
        switch self {
        case .readOnly, .immutable: false
        case .readWrite, .readWriteCreate: true
        }
    }

    /// Returns the flags of sqlite3_open_v2; no mutex, because one thread owns a connection.
    ///
    /// - Parameter isRoot: whether root opens the file, who follows no link for writing: its target may have changed.
    /// - Returns: the flags.
    func flags(asRoot isRoot: Bool) -> Int32 {
        let access =
            switch self {
            case .readOnly, .immutable: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        let links = isRoot && writes ? SQLITE_OPEN_NOFOLLOW : 0
        return access | links | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    }

    /// Returns the path as a URI (https://sqlite.org/uri.html) with all special characters escaped.
    func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes = Array("file:".utf8)
        for byte in path.utf8 {
            let isPlain = byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || Self.isAlphanumeric(byte)
            bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self) + (self == .immutable ? "?immutable=1" : "")
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
    }
}
