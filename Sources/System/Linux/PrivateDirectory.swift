import Glibc

/// Directories that only this user can access.
public enum PrivateDirectory {
    /// Creates a new one of mode 0700, regardless of the umask.
    ///
    /// - Parameters:
    ///   - parent: The parent directory, such as `/tmp`.
    ///   - name: The prefix of its name.
    /// - Returns: Its path.
    /// - Throws: ``SystemError`` with the path that could not be created.
    public static func make(in parent: String, named name: String) throws(SystemError) -> String {
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        // The template ends with a NUL, and the call overwrites its last six characters only.
        guard unsafe mkdtemp(&template) != nil else { throw .last("mkdtemp", "\(parent)/\(name)") }
        return String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
