import CSQLite

/// What a connection may do to its database.
public enum OpenMode: Sendable {
    /// Read a database that is there.
    case readOnly
    /// Read a file that nobody writes, without any lock beside it: for one in a directory this user may not write to.
    case immutable
    /// Read and write a database that is there.
    case readWrite
    /// Read and write, and make the database where there is none.
    case readWriteCreate

    /// The flags of sqlite3_open_v2, without its mutex, since one thread owns a connection.
    var flags: Int32 {
        let access =
            switch self {
            case .readOnly, .immutable: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        return access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    }

    /// The path as a URI (https://sqlite.org/uri.html), in which no character of it means anything.
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
